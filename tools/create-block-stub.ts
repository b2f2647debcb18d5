import * as z from 'zod'
import { newBlockNotes } from '../src/kit/notes.ts'
import { visibleText } from '../src/kit/text.ts'
import { CREATES, defineTool } from '../src/kit/tool.ts'
import { itemName } from './vocabulary.ts'

const finished = (side: string) =>
  z.number().min(0.25).max(240).describe(`Finished ${side} in inches; convert cm first.`)

/** §4.10 */
export default defineTool({
  name: 'create_block_stub',
  title: 'Start an empty block',
  description:
    'Starts one empty block (no pieces) for the signed-in user, for example 12 by 12 inches. Sizes are finished inches, ' +
    'before seam allowances: 12.5 may be the unfinished size of a 12 inch block, so ask when unsure. It cannot place a ' +
    'block in a project, draw pieces or choose fabrics: give the user the url, which opens the block editor. It is not ' +
    'replay-safe: each call starts another block, so after a time-out list before you retry (list_my_assets, blocks).',
  auth: 'bearer',
  annotations: CREATES,
  input: z.object({
    name: itemName,
    finishedWidthInches: finished('width'),
    finishedHeightInches: finished('height'),
  }),
  instead: {
    projectId:
      'Nothing was made. Make the block without projectId; it is placed in a project in the editor that its url opens.',
  },
  output: z.object({
    blockId: z.string().describe('Id for get_asset.'),
    name: z.string().describe('As listed.'),
    url: z.string().describe('Opens the editor.'),
    finishedWidthInches: z.number().describe('As asked.'),
    finishedHeightInches: z.number().describe('As asked.'),
  }),
  rest: { method: 'POST', path: '/blocks', operationId: 'createBlock', status: 201 },
  async handler({ name, finishedWidthInches, finishedHeightInches }, { caller, store, links }) {
    const blockId = await store.assets.createBlock(caller.userId, {
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
      notes: newBlockNotes(finishedWidthInches, finishedHeightInches),
    }
  },
})
