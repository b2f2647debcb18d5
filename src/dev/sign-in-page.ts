import { escapeHtml } from '../core/text.ts'

/** D37, each with what it is for. */
export const DEVELOPMENT_USERS: ReadonlyMap<string, string> = new Map([
  ['user_demo', 'the demo account, with projects, blocks and quilts'],
  ['user_other', 'another person, to see that nothing mixes'],
])

/** The page must not be framed, because another page could then hide what a click does. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'x-frame-options': 'DENY',
}

/** One form for each user. The same click signs in and consents. */
export function signInPage(action: string, clientName: string): string {
  const forms = [...DEVELOPMENT_USERS]
    .map(
      ([user, description]) => `<form method="post" action="${escapeHtml(action)}">
  <input type="hidden" name="user" value="${user}">
  <button type="submit">Continue as <b>${user}</b><br><small>${description}</small></button>
</form>`,
    )
    .join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Selvage (development)</title>
<link rel="icon" href="data:,">
<style>
  :root { color-scheme: light dark }
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 12vh auto; padding: 0 1rem;
    background: light-dark(#fff, #131313); color: light-dark(#1c1a18, #f0ede7) }
  h1 { font-family: Georgia, serif; line-height: 1.15 }
  button { font: inherit; color: inherit; width: 100%; margin: .4rem 0; padding: .8rem 1rem; text-align: left;
    cursor: pointer; border: 2px solid light-dark(#2b4390, #b3c2ff); border-radius: 4px; background: none }
  small { color: light-dark(#5f5a53, #aba59b) }
</style>
<h1>Sign in to Selvage</h1>
<p><b>${escapeHtml(clientName)}</b> wants to use your quilting account. This is the development sign-in:
it knows no passwords and runs on this machine only.</p>
${forms}
</html>
`
}
