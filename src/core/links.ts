import type { AssetResource } from './rooms.ts'
import { foldWords } from './text.ts'

/** Absolute links into the web application (D24), built from configuration only. */
export interface Links {
  readonly projects: string
  readonly fabrics: string
  project(id: string): string
  editor(resource: AssetResource, id: string): string
  fabricCollection(manufacturer: string, collection: string): string
  guide(category: string, slug: string): string
}

/** `Robert Kaufman` → `robert-kaufman`. A name without letters and digits is a dash. */
export const slugOf = (name: string): string => foldWords(name).join('-') || '-'

/** @param webAppUrl the web application's base, without a trailing slash. */
export function createLinks(webAppUrl: string): Links {
  const path = (...segments: string[]) => `${webAppUrl}/${segments.map(encodeURIComponent).join('/')}`
  return {
    projects: path('projects'),
    fabrics: path('fabrics'),
    project: (id) => path('projects', id),
    editor: (resource, id) => path('editor', resource, id),
    fabricCollection: (manufacturer, collection) => path('fabrics', slugOf(manufacturer), slugOf(collection)),
    guide: (category, slug) => path('guides', category, slug),
  }
}

const LOOPBACK_NAMES = new Set(['localhost', '[::1]', '::1'])

/** Whether a host name or address means this machine. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_NAMES.has(hostname) || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
