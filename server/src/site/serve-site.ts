import type { Branding } from '@kundig/contract/site/branding'

import type { HttpServer } from '../platform/http/http-server.ts'
import { createPages, type Pages, type SiteMarkup } from '../platform/http/pages/pages.ts'
import type { SiteSettingsStore } from '../platform/settings/site-settings.ts'
import { PUBLIC_DEMO_NOTE } from './public-demo.ts'
import { type PublicPagesOptions, servePublicPages } from './public-pages.ts'
import { buildSiteMarkup, serveSiteFiles } from './site-pages.ts'
import type { WebClient } from './web-client.ts'

interface SiteOptions extends Omit<PublicPagesOptions, 'pages' | 'render' | 'readSite'> {
  isPublicDemo: boolean
  webClient: WebClient
  siteSettings: Pick<SiteSettingsStore, 'read'>
  /** True if people must accept terms. */
  hasTerms: () => boolean
  /** Paths of pages that mails link to, with a secret in the address. */
  secretPaths: readonly string[]
  serveOperatorPages: (site: {
    pages: Pages
    base: string
    readBranding: () => Branding
    readSite: () => SiteMarkup
  }) => Promise<void>
}

/** Serves pages, the web client's files, and the answer to unknown paths. */
export async function serveSite(server: HttpServer, options: SiteOptions): Promise<void> {
  const { webClient, siteSettings } = options
  const readSite = () => siteSettings.read()
  const readMarkup = () => buildSiteMarkup(readSite())
  const pages = createPages(webClient.files, options.secretPaths, readMarkup, {
    note: options.isPublicDemo ? PUBLIC_DEMO_NOTE : null,
    marks: () => [
      ...(readSite().waiting_list.is_on ? [] : ['data-no-waiting-list']),
      ...(options.hasTerms() ? ['data-terms'] : []),
    ],
  })
  const unrouted = servePublicPages(server, { ...options, pages, render: webClient.render, readSite })
  serveSiteFiles(server, webClient.files.worker, readSite)
  await options.serveOperatorPages({
    pages,
    base: options.base,
    readBranding: () => readSite().face,
    readSite: readMarkup,
  })
  await pages.serve(server, unrouted)
}
