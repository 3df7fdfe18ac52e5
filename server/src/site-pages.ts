import { type Language, LANGUAGES } from '@kundig/contract/languages'
import { type Face, SITE_ID, SITE_IN_WORKER, wordsOf } from '@kundig/contract/site-face'

import type { HttpServer } from './platform/http/http-server.ts'
import { markup } from './platform/http/markup.ts'
import { type SiteMarkup, WEB_MANIFESTS } from './platform/http/pages.ts'
import { siteStyles } from './platform/settings/face-colours.ts'
import { webManifest } from './web-manifest.ts'

let latest: { face: Face; site: SiteMarkup } | undefined

/** What pages say of the site, to their code and their styles: made once for each face. */
export function siteMarkup(face: Face): SiteMarkup {
  if (latest?.face === face) return latest.site
  const words = JSON.stringify(wordsOf(face)).replaceAll('<', String.raw`\u003c`)
  const styles = siteStyles(face)
  const head = `<script type="application/json" id="${SITE_ID}">${words}</script>${styles === '' ? '' : `<style>${styles}</style>`}`
  const site = { name: markup`${face.name}`.toString(), head }
  latest = { face, site }
  return site
}

/**
 * Serves what browsers keep of the site beside its pages: the manifest of the installed application, and the service worker,
 * which has the name in it. Browsers fetch both again by themselves, and take a worker that has changed.
 * @param worker its code; null where there is none
 */
export function serveSiteFiles(server: HttpServer, worker: string | null, readFace: () => Face): void {
  for (const language of LANGUAGES) serveManifest(server, language, readFace)
  if (worker === null) return
  server.get('/service-worker.js', async (_request, reply) => {
    const face = readFace()
    const site = JSON.stringify({ name: face.name, css: siteStyles(face) })
    return reply
      .header('cache-control', 'no-cache')
      .type('text/javascript; charset=utf-8')
      .send(worker.replaceAll(SITE_IN_WORKER, () => asInString(site)))
  })
}

function serveManifest(server: HttpServer, language: Language, readFace: () => Face): void {
  server.get(WEB_MANIFESTS[language], async (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json; charset=utf-8')
      .send(JSON.stringify(webManifest(language, readFace().name))),
  )
}

/** A text as it stands in a string of JavaScript, between whichever quotes. */
function asInString(text: string): string {
  return text.replace(/[^\w ]/gu, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`)
}
