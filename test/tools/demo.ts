/** Ids of the shipped demo account. */
export const DEMO = {
  harvest: 'prj_Un6oFPbW3p2Yiw-wUoy5ci',
  /** Owned by `user_other`; `user_demo` is a member. */
  guild: 'prj_rP_09vFD0jEXye8ozqdQr9',
  othersProject: 'prj_Gq2zKhi0SpEjLjqjEDBiRy',
  fourPatch: 'blk_K8L2lDsogCJpi8Sqn6ZrBl',
  ohioStar: 'blk_MLMBMBUPBvcVwZF2_ui4Of',
  stub: 'blk_MJpfonFuLiWqPiLsdnStMC',
  manyShapes: 'blk_JPskPZigUWdy8Ytwpk_AU7',
  photoBlock: 'blk_SdHzsgVmzGFxq-59sC6tlv',
  othersBlock: 'blk_uES6XiDaryUjdlRlefjrTr',
  othersGuildBlock: 'blk_425VtJBDhATCaEF3lFflGW',
  quilt: 'qlt_5b_BGlfwUmwN1c6QDjt-tR',
  swatch: 'swt_qDFxucqc8cI7x8SDPD2eVz',
} as const
