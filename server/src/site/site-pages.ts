import { type Language, LANGUAGES } from '@kundig/contract/languages'
import {
  DEFAULT_FACE,
  type Face,
  type Logo,
  logoAddress,
  SITE_IN_WORKER,
  SITE_PICTURE,
  wordsOf,
} from '@kundig/contract/site/site-face'
import { SITE_ID } from '@kundig/contract/site/site-words'

import type { HttpServer } from '../platform/http/http-server.ts'
import { markup } from '../platform/http/pages/markup.ts'
import { type SiteMarkup, WEB_MANIFESTS } from '../platform/http/pages/pages.ts'
import { siteStyles } from '../platform/settings/face-colours.ts'
import { webManifest } from './web-manifest.ts'

/** What pages show of what owners set. */
export interface ShownSettings {
  face: Face
  logo: Logo
}

let latest: { shown: ShownSettings; site: SiteMarkup } | undefined

/** What pages say of the site, to their code and their styles: made once for each change. */
export function siteMarkup(shown: ShownSettings): SiteMarkup {
  if (latest?.shown === shown) return latest.site
  const { face, logo } = shown
  const words = JSON.stringify(wordsOf(face)).replaceAll('<', String.raw`\u003c`)
  const styles = siteStyles(face) + logoStyles(logo)
  const head = `<script type="application/json" id="${SITE_ID}">${words}</script>${styles === '' ? '' : `<style>${styles}</style>`}`
  const site = { name: markup`${face.name}`.toString(), head, logo: logoAddress(logo) }
  latest = { shown, site }
  return site
}

/** The name stands beside it: what is wider than this is made smaller. */
const WIDEST = 2.5

/** Puts the logo in the place of the mark, without a change of the page or its code. */
function logoStyles(logo: Logo): string {
  const address = logoAddress(logo)
  if (address === '') return ''
  const ratio = Math.min(WIDEST, Math.max(1, logo.width / logo.height))
  return `.logo{width:auto;aspect-ratio:${ratio.toFixed(3)};background:url(${address}) center/contain no-repeat}.logo>*{display:none}@media (max-width:39.99rem){.logo{max-width:3rem}}`
}

/**
 * The picture that other sites show of a link to this one: without the name that the software comes with, where it has another.
 * @returns the address that `SITE_PICTURE` is replaced by
 */
export function sitePicture({ face, logo }: ShownSettings): string {
  if (logo.version !== '') return `${SITE_PICTURE}?v=${logo.version}`
  return face.name === DEFAULT_FACE.name ? SITE_PICTURE : SITE_PICTURE.replace('.', '-plain.')
}

/**
 * Serves what browsers keep of the site beside its pages: the manifest of the installed application, and the service worker,
 * which has the name in it. Browsers fetch both again by themselves, and take a worker that has changed.
 * @param worker its code; null where there is none
 */
export function serveSiteFiles(server: HttpServer, worker: string | null, read: () => ShownSettings): void {
  for (const language of LANGUAGES) serveManifest(server, language, read)
  if (worker === null) return
  server.get('/service-worker.js', async (_request, reply) => {
    const { face } = read()
    const site = JSON.stringify({ name: face.name, css: siteStyles(face) })
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(worker.replaceAll(SITE_IN_WORKER, () => asInString(site)))
  })
}

function serveManifest(server: HttpServer, language: Language, read: () => ShownSettings): void {
  server.get(WEB_MANIFESTS[language], async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(webManifest(language, read()))),
  )
}

/** A text as it stands in a string of JavaScript, between whichever quotes. */
function asInString(text: string): string {
  return text.replace(/[^\w ]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
