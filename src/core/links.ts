import type { AssetResource } from './rooms.ts'
import { foldWords } from './text.ts'

export type Links = ReturnType<typeof createLinks>

/** `Robert Kaufman` → `robert-kaufman`. A name without letters and digits is a dash. */
export const slugOf = (name: string): string => foldWords(name).join('-') || '-'

/** Links into the web application (D24), built from configuration only. `webAppUrl` has no trailing slash. */
export function createLinks(webAppUrl: string) {
  const path = (...segments: string[]) => `${webAppUrl}/${segments.map(encodeURIComponent).join('/')}`
  return {
    projects: path('projects'),
    fabrics: path('fabrics'),
    project: (id: string) => path('projects', id),
    editor: (resource: AssetResource, id: string) => path('editor', resource, id),
    fabricCollection: (manufacturer: string, collection: string) =>
      path('fabrics', slugOf(manufacturer), slugOf(collection)),
    guide: (category: string, slug: string) => path('guides', category, slug),
  }
}

/** Whether what is sent there is encrypted, or stays on this machine. */
export const isSecureUrl = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname))

export function isLoopbackHost(hostname: string): boolean {
  return ['localhost', '[::1]', '::1'].includes(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
