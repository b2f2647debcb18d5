import { afterAll, describe, expect, it } from 'vitest'
import { startTestServer } from '../helpers/server.ts'
import { expectFailure, expectSuccess } from './answers.ts'
import { DATA } from './contract.ts'
import { fillPaths } from './operations.ts'

const server = await startTestServer()
const token = await server.tokenOf('user_demo')
const fill = await fillPaths(server, token)
afterAll(() => server.close())

describe.each(['quilts', 'blocks'] as const)('the aliases of %s', (resource) => {
  const other = resource === 'quilts' ? 'blocks' : 'quilts'

  it('[§4.7, §4.6.data] the list is that of /assets with the resource fixed', async () => {
    const alias = await server.rest(`/${resource}`, { token })
    const assets = await server.rest(`/assets?resource=${resource}`, { token })
    expect(alias.json).toEqual(assets.json)
    expect(expectSuccess(alias, DATA.listAssets).resource).toBe(resource)
  })

  it.each([`resource=${other}`, 'resource=nonsense', 'resource=', 'resource=a&resource=b'])(
    '[§4.7, D12.1] the list has no resource parameter: ?%s is ignored',
    async (query) => {
      const answer = await server.rest(`/${resource}?${query}`, { token })
      expect(expectSuccess(answer, DATA.listAssets).resource).toBe(resource)
    },
  )

  it('[§8.cursor] a cursor of the other resource is refused', async () => {
    const { json } = await server.rest(`/${other}?limit=1`, { token })
    const answer = await server.rest(`/${resource}?limit=1&cursor=${json.data.cursor}`, { token })
    expectFailure(answer, 'invalid_cursor')
  })

  it('[§4.9, §4.8.data] get is that of /assets with the resource fixed', async () => {
    const query = 'includeGeometry=true&resource=swatches'
    const alias = await server.rest(fill(`/${resource}/{${resource}}?${query}`), { token })
    const assets = await server.rest(fill(`/assets/${resource}/{${resource}}?${query}`), { token })
    expect(expectSuccess(alias, DATA.getAsset).resource).toBe(resource)
    expect(alias.json).toEqual(assets.json)
  })

  it('[§4.9, D10.1] get does not find an item of the other resource', async () => {
    expectFailure(await server.rest(fill(`/${resource}/{${other}}`), { token }), 'not_found')
  })
})
