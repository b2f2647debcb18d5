import type { AppError } from '../../core/errors.ts'
import { html } from '../html.ts'
import { messagePage, type Page, type Site } from '../layout.ts'

/** Not found, or not yours. Both look the same (D10). */
function notFoundPage({ root, hasPages }: Site): Page {
  return messagePage(
    'Nothing here',
    'Not found',
    html`<p>There is no such page, or it is not yours to see.</p><p>${
      hasPages
        ? html`<a class="button" href="${root}/fabrics">Fabric library</a> <a class="button second" href="${root}/projects">Your work</a>`
        : html`<a class="button" href="${root}/">Start page</a>`
    }</p>`,
  )
}

/** The page that a visitor who is not signed in gets for a private page. */
export function signedOutPage({ root }: Site, back: string): Page {
  const start = `${root}/sign-in/start?${new URLSearchParams({ back })}`
  return messagePage(
    'Sign in to see your work',
    'Sign in',
    html`<p>Projects, quilts and blocks are for their owners only. After you sign in, you come back to this page.</p><p><a class="button" href="${start}">Sign in</a> <a class="button second" href="${root}/fabrics">Browse fabrics instead</a></p>`,
  )
}

export function signInFailedPage({ root }: Site): Page {
  return messagePage(
    'That sign-in did not work',
    'Sign in',
    html`<p>It took too long, or was started in another window. Nothing is lost.</p><p><a class="button" href="${root}/sign-in">Try again</a></p>`,
  )
}

/** Says what went wrong, but not why. */
export function failurePage(site: Site, error: AppError): Page {
  if ([400, 404, 405].includes(error.status)) return notFoundPage(site)
  if (error.code === 'rate_limited') {
    return messagePage(
      'A little slower, please',
      'Wait a moment',
      html`<p>You opened more pages than one visitor may at a time. Try again in ${error.retryAfter ?? 60} seconds.</p>`,
    )
  }
  return messagePage(
    'Not available right now',
    'Back soon',
    html`<p>${
      error.code === 'catalog_unavailable'
        ? 'The fabric library cannot be read at the moment.'
        : 'Something does not answer as it should.'
    } It is our side, not yours. Try again in a few minutes.</p><p><a class="button" href="${site.root}/">Start page</a></p>`,
  )
}
