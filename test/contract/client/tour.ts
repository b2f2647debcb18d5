import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

/** Calls the API as a program that knows only the OpenAPI document. */
export async function tour(baseUrl: string, token: string) {
  const anonymous = createClient<paths>({ baseUrl })
  const api = createClient<paths>({ baseUrl, headers: { authorization: `Bearer ${token}` } })

  const fabrics = await anonymous.GET('/api/v1/fabrics', { params: { query: { query: 'kona', limit: 2 } } })
  const cursor = fabrics.data?.data.cursor ?? ''
  const more = await anonymous.GET('/api/v1/fabrics', {
    params: { query: { query: 'kona', limit: 2, cursor } },
  })
  const block = await api.POST('/api/v1/blocks', {
    body: { name: 'Tour', finishedWidthInches: 12, finishedHeightInches: 9.5 },
  })
  const id = block.data?.data.blockId ?? ''
  const read = await api.GET('/api/v1/blocks/{id}', {
    params: { path: { id }, query: { includeGeometry: true } },
  })
  const refused = await anonymous.GET('/api/v1/quilts')

  return {
    names: [fabrics, more].flatMap(({ data }) => data?.data.fabrics.map(({ name }) => name) ?? []),
    block: block.data?.data,
    asset: read.data?.data.asset,
    refusal: refused.error?.error.code,
  }
}

/** The types must refuse these calls. It is compiled and never called. */
export async function mistakes(baseUrl: string): Promise<void> {
  const api = createClient<paths>({ baseUrl })
  // @ts-expect-error a category that does not exist
  await api.GET('/api/v1/supplies', { params: { query: { category: 'thimbles' } } })
  // @ts-expect-error a required parameter left out
  await api.GET('/api/v1/assets', { params: { query: {} } })
  // @ts-expect-error a required member left out
  await api.POST('/api/v1/blocks', { body: { name: 'Tour' } })
  // @ts-expect-error a path that does not exist
  await api.GET('/api/v1/patterns')
  const { data } = await api.GET('/api/v1/projects')
  // @ts-expect-error a member that is not in the answer
  data?.data.owner
}
