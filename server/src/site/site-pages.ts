import { type Language, LANGUAGES } from '@kundig/contract/languages'
import {
  DEFAULT_BRANDING,
  type Branding,
  type Logo,
  toLogoAddress,
  SITE_IN_WORKER,
  SITE_PICTURE,
  toSiteTexts,
} from '@kundig/contract/site/branding'
import { SITE_ID } from '@kundig/contract/site/site-texts'

import type { HttpServer } from '../platform/http/http-server.ts'
import { markup } from '../platform/http/pages/markup.ts'
import { type SiteMarkup, WEB_MANIFESTS } from '../platform/http/pages/pages.ts'
import { buildSiteStyles } from '../platform/settings/branding-colours.ts'
import { buildWebManifest } from './web-manifest.ts'

export interface ShownSettings {
  face: Branding
  logo: Logo
}

let latest: { shown: ShownSettings; site: SiteMarkup } | undefined

/** Builds a page's markup from the settings. The markup is cached until the settings change. */
export function buildSiteMarkup(shown: ShownSettings): SiteMarkup {
  if (latest?.shown === shown) return latest.site
  const { face, logo } = shown
  const words = JSON.stringify(toSiteTexts(face)).replaceAll('<', String.raw`\u003c`)
  const styles = buildSiteStyles(face) + buildLogoStyles(logo)
  const head = `<script type="application/json" id="${SITE_ID}">${words}</script>${styles === '' ? '' : `<style>${styles}</style>`}`
  const site = { name: markup`${face.name}`.toString(), head, logo: toLogoAddress(logo) }
  latest = { shown, site }
  return site
}

/** Maximum width of a logo relative to its height. Wider logos are drawn smaller, to leave space for the name. */
const WIDEST = 2.5

/** Builds a style that replaces the default logo, without changing pages or scripts. */
function buildLogoStyles(logo: Logo): string {
  const address = toLogoAddress(logo)
  if (address === '') return ''
  const ratio = Math.min(WIDEST, Math.max(1, logo.width / logo.height))
  return `.logo{width:auto;aspect-ratio:${ratio.toFixed(3)};background:url(${address}) center/contain no-repeat}.logo>*{display:none}@media (max-width:39.99rem){.logo{max-width:3rem}}`
}

/** Returns the preview picture of links. A renamed site gets a picture without the default name. */
export function toSitePicturePath({ face, logo }: ShownSettings): string {
  if (logo.version !== '') return `${SITE_PICTURE}?v=${logo.version}`
  return face.name === DEFAULT_BRANDING.name ? SITE_PICTURE : SITE_PICTURE.replace('.', '-plain.')
}

/** Serves web manifest and service worker with the site's name. Browsers refetch both, and install changes. */
export function serveSiteFiles(server: HttpServer, worker: string | null, read: () => ShownSettings): void {
  for (const language of LANGUAGES) serveManifest(server, language, read)
  if (worker === null) return
  server.get('/service-worker.js', async (_request, reply) => {
    const { face } = read()
    const site = JSON.stringify({ name: face.name, css: buildSiteStyles(face) })
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(worker.replaceAll(SITE_IN_WORKER, () => escapeJavaScriptString(site)))
  })
}

function serveManifest(server: HttpServer, language: Language, read: () => ShownSettings): void {
  server.get(WEB_MANIFESTS[language], async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(buildWebManifest(language, read()))),
  )
}

function escapeJavaScriptString(text: string): string {
  return text.replace(/[^\w ]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
