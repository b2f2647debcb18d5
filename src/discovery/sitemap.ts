import { PUBLISHED } from '../core/documents.ts'

/** `/sitemap.xml`: the pages and documents for readers. */
export function sitemapXml(baseUrl: string): string {
  const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const paths = ['/', ...PUBLISHED.filter(({ inSitemap }) => inSitemap).map(({ path }) => path)]
  const urls = paths.map((path) => `  <url><loc>${escaped(`${baseUrl}${path}`)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`
}
