import type { FastifyReply } from 'fastify'

import type { CategoryEntry } from '@kundig/contract/profiles/categories'
import { id } from '@kundig/contract/schemas'
import { toLandingPath, toProfilePath } from '@kundig/contract/site/public-pages'

import { type HttpServer, replyWithError } from '../../../platform/http/http-server.ts'
import { type Markup, markup } from '../../../platform/http/pages/markup.ts'
import type { SitemapService } from './sitemap.service.ts'

const PAGES_PATH = '/sitemaps/pages.xml'
const PROFILES_PATH = '/sitemaps/profiles.xml'

/** Paths closed to search engines, because they require a login or are not pages. */
const CLOSED = ['/account', '/api/', '/dashboard', '/dev/', '/login', '/rpc/']

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'

interface Entry {
  address: string
  changedAt?: Date
}

export function serveSitemap(
  server: HttpServer,
  { sitemap, base, categories }: { sitemap: SitemapService; base: string; categories: () => readonly CategoryEntry[] },
): void {
  server.get('/robots.txt', (_request, reply) => {
    const lines = [
      'User-agent: *',
      ...CLOSED.map((path) => `Disallow: ${path}`),
      '',
      `Sitemap: ${base}/sitemap.xml`,
      '',
    ]
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'))
  })

  server.get('/sitemap.xml', async (_request, reply) => {
    const starts = await sitemap.starts()
    const parts = [PAGES_PATH, ...starts.map((from) => `${PROFILES_PATH}?from=${from}`)]
    return sendXml(
      reply,
      renderSitemapXml(
        'sitemapindex',
        'sitemap',
        parts.map((path) => ({ address: base + path })),
      ),
    )
  })

  server.get(PAGES_PATH, (_request, reply) => {
    const shown = categories().filter((entry) => !entry.is_hidden)
    const filters = [undefined, ...shown.map((entry) => entry.id)].map((category) => ({ query: '', category }))
    return sendXml(
      reply,
      renderSitemapXml(
        'urlset',
        'url',
        filters.map((filter) => ({ address: base + toLandingPath(filter) })),
      ),
    )
  })

  server.get<{ Querystring: { from?: unknown } }>(PROFILES_PATH, async (request, reply) => {
    const from = id.safeParse(request.query.from)
    if (!from.success) return replyWithError(reply, 'NOT_FOUND')
    const found = await sitemap.part(from.data)
    const entries = found.map((one) => ({ address: base + toProfilePath(one.id), changedAt: one.updatedAt }))
    return sendXml(reply, renderSitemapXml('urlset', 'url', entries))
  })
}

function sendXml(reply: FastifyReply, xml: Markup): FastifyReply {
  return reply
    .type('application/xml; charset=utf-8')
    .header('cache-control', 'public, max-age=600')
    .send(xml.toString())
}

function renderSitemapXml(list: string, item: string, entries: readonly Entry[]): Markup {
  const items = entries.map(({ address, changedAt }) => {
    const changed = changedAt === undefined ? '' : markup`<lastmod>${changedAt.toISOString()}</lastmod>`
    return markup`<${item}><loc>${address}</loc>${changed}</${item}>\n`
  })
  return markup`<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="${NAMESPACE}">\n${items}</${list}>\n`
}
