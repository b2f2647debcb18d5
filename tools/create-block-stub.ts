import * as z from 'zod'
import { visibleText } from '../src/core/text.ts'
import { CREATES, defineTool } from '../src/core/tool.ts'
import { itemName } from './fields.ts'
import { newBlockNotes } from './item-notes.ts'

const finished = (side: string) => z.number().min(0.25).max(240).describe(`Finished ${side} in inches.`)

/** §4.10 */
export default defineTool({
  name: 'create_block_stub',
  title: 'Start an empty block',
  icon: 'block',
  description:
    'Creates one empty block: no pieces, in no project. Returns its id and url; it is drawn and placed ' +
    'in the quilting application. Sizes are finished inches, without seam ' +
    'allowance: a block that measures 12.5 unsewn finishes at 12. Not replay-safe: each call makes ' +
    'another block; after a time-out, list_my_assets shows whether it was made. It cannot edit or delete.',
  auth: 'user',
  annotations: CREATES,
  input: z.object({
    name: itemName,
    finishedWidthInches: finished('width'),
    finishedHeightInches: finished('height'),
  }),
  instead: {
    projectId:
      'Nothing was made. Make the block without projectId; it is placed in a project in the quilting application.',
  },
  output: z.object({
    blockId: z.string().describe('Id for get_asset.'),
    name: z.string().describe('As listed.'),
    url: z.string().describe('Opens the editor.'),
    finishedWidthInches: z.number().describe('As asked.'),
    finishedHeightInches: z.number().describe('As asked.'),
  }),
  rest: [{ path: '/blocks', operationId: 'createBlock' }],
  async handler({ name, finishedWidthInches, finishedHeightInches }, { owner, store, links }) {
    const blockId = await store.assets.createBlock(owner, {
      name,
      width: finishedWidthInches,
      height: finishedHeightInches,
    })
    return {
      data: {
        blockId,
        name: visibleText(name),
        url: links.editor('blocks', blockId),
        finishedWidthInches,
        finishedHeightInches,
      },
      created: blockId,
      notes: () => newBlockNotes(store.assets, owner, { name, blockId }),
    }
  },
})
