import { escapeHtml } from '../kit/html.ts'

/** The users that the development identity provider signs in with one click (D37). */
export const DEVELOPMENT_USERS = ['user_demo', 'user_other'] as const
export type DevelopmentUser = (typeof DEVELOPMENT_USERS)[number]

const DESCRIPTIONS: Readonly<Record<DevelopmentUser, string>> = {
  user_demo: 'the demo account, with projects, blocks and quilts',
  user_other: 'another person, to see that nothing mixes',
}

/** One form for each user. The same click signs in and consents. */
export function signInPage(action: string, clientName: string): string {
  const forms = DEVELOPMENT_USERS.map(
    (user) => `<form method="post" action="${escapeHtml(action)}">
  <input type="hidden" name="user" value="${user}">
  <button type="submit">Continue as <b>${user}</b><br><small>${DESCRIPTIONS[user]}</small></button>
</form>`,
  ).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in to Selvage (development)</title>
<style>
  body { font: 17px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 12vh auto; padding: 0 1rem; color: #222 }
  button { font: inherit; width: 100%; margin: .4rem 0; padding: .8rem; text-align: left; cursor: pointer;
    border: 1px solid #b8860b; border-radius: 8px; background: #fffaf0 }
  small { color: #666 }
</style>
<h1>Sign in to Selvage</h1>
<p><b>${escapeHtml(clientName)}</b> wants to use your quilting account. This is the development sign-in:
it knows no passwords and runs on this machine only.</p>
${forms}
</html>
`
}
