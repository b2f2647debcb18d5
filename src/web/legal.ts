import { html } from '../core/html.ts'
import { documentRoute, type Route } from '../http/router.ts'
import { messagePage, renderPage, type Site } from './frame.ts'
import { button } from './parts.ts'
import { PATHS } from './paths.ts'
import { PAGE_HEADERS } from './replies.ts'

/** Who runs this server, and answers for it (D42). */
export interface Operator {
  readonly name: string
  readonly email: string
  /** The operator's own terms of use. */
  readonly termsUrl: string | undefined
}

/** `/privacy`, `/support` and `/terms`, which stores of connectors ask for. */
export function legalRoutes(site: Site, { name, email, termsUrl }: Operator): Route[] {
  const mail = html`<a href="mailto:${email}">${email}</a>`
  const pages = [
    {
      path: '/privacy',
      title: 'Privacy',
      content: html`<p>${name} runs this server. Questions about your data: ${mail}.</p>
<p>When your assistant calls a tool, Selvage reads what you own in the quilting application: names, sizes, notes, tags and designs of your projects, quilts, blocks, swatches and patterns. It creates empty projects and blocks when you ask for them. It sees the arguments of the tool, not your conversation.</p>
<p>The log holds the time, the operation, its outcome and its duration: no token, no argument and no text of yours. Pages set one cookie, which keeps you signed in for eight hours. There is no tracking, and nothing is loaded from elsewhere.</p>
<p>Nothing is given to others, sold, or used for training. You end the access where you signed in, or by removing the connector. To have your data exported or deleted, write to the address above.</p>`,
    },
    {
      path: '/support',
      title: 'Support',
      content: html`<p>Write to ${name}: ${mail}. Tell what you asked, when, and what came back; no passwords, please.</p>
<p>${button('/#connect', 'How to connect')}${site.hasPages && button(PATHS.howToSearch, 'How to search', 'second')}</p>`,
    },
    termsUrl !== undefined && {
      path: '/terms',
      title: 'Terms of use',
      content: html`<p>${name} runs this server under its own terms: <a href="${termsUrl}">${termsUrl}</a>.</p><p>Colours on a screen are approximate, and sizes and yardage are help, not a promise: check them before you cut or buy.</p>`,
    },
  ].filter((page) => page !== false)
  return pages.map(({ path, title, content }) =>
    documentRoute({
      path,
      contentType: PAGE_HEADERS['content-type'],
      body: renderPage(site, { ...messagePage(title, content), path }),
      headers: PAGE_HEADERS,
    }),
  )
}
