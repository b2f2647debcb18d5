import { html } from '../core/html.ts'
import { anyOrigin, documentHandler, type Route } from '../http/router.ts'
import { messagePage, type Page, renderPage, type Site } from './frame.ts'
import { PAGE_HEADERS } from './replies.ts'

/** Who runs this server, and answers for it (D42). */
export interface Operator {
  readonly name: string
  readonly email: string
  /** The operator's own terms of use. */
  readonly termsUrl: string | undefined
}

function privacyPage({ name, email }: Operator): Page {
  return messagePage(
    'Privacy',
    'Privacy',
    html`<p>${name} runs this server. Questions about your data: <a href="mailto:${email}">${email}</a>.</p>
<p>When your assistant calls a tool, Selvage reads what you own in the quilting application: names, sizes, notes, tags and designs of your projects, quilts, blocks, swatches and patterns. It creates empty projects and blocks when you ask for them. It sees the arguments of the tool, not your conversation.</p>
<p>The log holds the time, the operation, its outcome and its duration: no token, no argument and no text of yours. Pages set one cookie, which keeps you signed in for eight hours. There is no tracking, and nothing is loaded from elsewhere.</p>
<p>Nothing is given to others, sold, or used for training. You end the access where you signed in, or by removing the connector. To have your data exported or deleted, write to the address above.</p>`,
  )
}

function supportPage({ name, email }: Operator, { root, hasPages }: Site): Page {
  return messagePage(
    'Support',
    'Support',
    html`<p>Write to ${name}: <a href="mailto:${email}">${email}</a>. Tell what you asked, when, and what came back; no passwords, please.</p>
<p><a class="button" href="${root}/#connect">How to connect</a>${hasPages && html` <a class="button second" href="${root}/fabrics/how-to-search">How to search</a>`}</p>`,
  )
}

function termsPage({ name }: Operator, termsUrl: string): Page {
  return messagePage(
    'Terms of use',
    'Terms',
    html`<p>${name} runs this server under its own terms: <a href="${termsUrl}">${termsUrl}</a>.</p><p>Colours on a screen are approximate, and sizes and yardage are help, not a promise: check them before you cut or buy.</p>`,
  )
}

/** `/privacy`, `/support` and `/terms`, which stores of connectors ask for. Without an operator there are none. */
export function legalRoutes(site: Site, operator: Operator | undefined): Route[] {
  if (operator === undefined) return []
  const { termsUrl } = operator
  const pages: Array<readonly [path: string, page: Page]> = [
    ['/privacy', privacyPage(operator)],
    ['/support', supportPage(operator, site)],
    ...(termsUrl === undefined ? [] : [['/terms', termsPage(operator, termsUrl)] as const]),
  ]
  return pages.map(([path, page]) => ({
    path,
    cors: anyOrigin,
    get: documentHandler({
      contentType: 'text/html; charset=utf-8',
      body: renderPage(site, { ...page, path }),
      headers: PAGE_HEADERS,
    }),
  }))
}
