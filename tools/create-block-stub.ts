import * as z from 'zod'
import { visibleText } from '../src/kit/text.ts'
import { CREATES, defineTool } from '../src/kit/tool.ts'
import { itemName } from './vocabulary.ts'

const finished = (side: string) =>
  z
    .number()
    .min(0.25)
    .max(240)
    .describe(
      `Finished ${side} in inches, before seam allowances, 0.25 to 240. Convert centimetres first (2.54 cm).`,
    )

/** §4.10 */
export default defineTool({
  name: 'create_block_stub',
  title: 'Start an empty block',
  description:
    'Starts one empty block (no pieces) of a given finished size for the signed-in user, for example a 12 by 12 inch ' +
    'block. Sizes are finished inches, before seam allowances: a quilter who says 12.5 inches may mean the unfinished ' +
    'size of a 12 inch block, so ask when unsure. It cannot place a block in a project, and cannot draw pieces or ' +
    'choose fabrics: the user does that in the block editor, so give them the url of the answer. Each call starts ' +
    'another block: it is not replay-safe, so call it once per block, and after a time-out list before you retry ' +
    '(list_my_assets with resource=blocks).',
  auth: 'bearer',
  annotations: CREATES,
  input: z.object({
    name: itemName,
    finishedWidthInches: finished('width'),
    finishedHeightInches: finished('height'),
  }),
  output: z.object({
    blockId: z.string().describe('Opaque id of the new block; pass it to get_asset with resource=blocks.'),
    name: z.string().describe('The name as it will be listed.'),
    url: z.string().describe('Link that opens the new block in the block editor.'),
    finishedWidthInches: z.number().describe('Finished width in inches.'),
    finishedHeightInches: z.number().describe('Finished height in inches.'),
  }),
  rest: { method: 'POST', path: '/blocks', operationId: 'createBlock', status: 201 },
  async handler({ name, finishedWidthInches, finishedHeightInches }, { caller, store, links }) {
    const blockId = await store.assets.createBlock(caller.userId, {
      name,
      width: finishedWidthInches,
      height: finishedHeightInches,
    })
    return {
      blockId,
      name: visibleText(name),
      url: links.editor('blocks', blockId),
      finishedWidthInches,
      finishedHeightInches,
    }
  },
})
