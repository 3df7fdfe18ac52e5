import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Language, VISIT_LANGUAGE_COOKIE } from '@kundig/contract/languages'
import { RELEASE_HEADER } from '@kundig/contract/site/releases'

import { asksForHtml, type HttpServer, isForPages, isMalformed, replyWithError } from '../http-server.ts'
import { markup } from './markup.ts'
import type { PageFiles } from './page-files.ts'
import { gzipPartly, type Piece } from './partly-gzipped.ts'
import { chooseEncoding, readAskedLanguage, readPreferences } from './preferences.ts'

/** Fast enough for every answer, and nearly the best compression. */
const BROTLI_QUALITY = 5

/** The site's data for pages, as HTML. */
export interface SiteMarkup {
  name: string
  /** HTML for the head of every page. */
  head: string
  /** Address of the logo; empty without one. */
  logo: string
}

/** Page rendered for one request. */
export interface RenderedAnswer {
  status: number
  language: Language
  /** Null when only the reader's system decides. */
  darkMode: boolean | null
  head: string
  body: string
  /** Source files of the code that the page loads immediately. */
  modules: readonly string[]
  /** True for content that only this reader may see: it is not cached, and no part of it is compressed. */
  isPersonal: boolean
  /** True for a page that needs no code of the site: then it loads none. */
  isStatic?: boolean
  /** The site's data for the page. */
  site: SiteMarkup
}

export interface Pages {
  /** Sends a rendered page. */
  send: (request: FastifyRequest, reply: FastifyReply, answer: RenderedAnswer) => Promise<FastifyReply>
  /** Sends the empty page, on which the application starts in the browser. */
  sendShell: (request: FastifyRequest, reply: FastifyReply, status?: number) => Promise<FastifyReply>
  /** Serves the web client's files, the shell for its addresses without a route, and 404 for all others. */
  serve: (server: HttpServer, unrouted: UnroutedPages) => Promise<void>
}

/** Answers for addresses without a route. */
export interface UnroutedPages {
  /** True when the application shows something at a path, in lower case and without a trailing slash. */
  isOfApplication: (path: string) => boolean
  /** Sends a browser the page for unknown addresses. */
  sendUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Usual addresses of monitors. A page there would look healthy; the real ones are `/healthz` and `/readyz`. */
const FOR_MONITORS: readonly string[] = ['/metrics', '/health', '/ready']

/**
 * Creates the pages of the web application.
 * @param files the build, or the sources in development
 * @param secretPaths addresses of pages with a secret in their query: it must reach no other site by the Referer
 *   header, and no cache
 * @param extras.note text above every page, in each language; null for none
 * @param readSite returns the site's data, called for each page
 * @param extras.marks returns attributes of the page's first element that its styles follow, called for each page
 */
export function createPages(
  files: PageFiles,
  secretPaths: readonly string[],
  readSite: () => SiteMarkup,
  { note = null, marks = () => [] }: { note?: Record<Language, string> | null; marks?: () => readonly string[] } = {},
): Pages {
  const readPage = async (
    name: 'index.html' | 'public.html',
    request: FastifyRequest,
    reply: FastifyReply,
    { name: siteName, head }: SiteMarkup,
  ) => {
    const html = await files.readPage(name, request.url, reply)
    const marked = html
      .replaceAll('{site}', () => siteName)
      .replace('<!--site-->', () => head)
      .replace('<html lang="en"', ['<html lang="en"', ...marks()].join(' '))
    return note === null ? marked : marked.replace('<body>', `<body>${noteAbove(note)}`)
  }
  const sendShell: Pages['sendShell'] = async (request, reply, status = 200) => {
    const { language, darkMode } = readPreferences(request)
    const isSecret = secretPaths.includes(readPath(request))
    if (isSecret) reply.header('referrer-policy', 'no-referrer')
    const shell = await readPage('index.html', request, reply, readSite())
    // The page itself is the same for everyone; its address is not.
    return sendHtml(
      request,
      reply.status(status),
      [{ text: forReader(shell, language, darkMode), isSecret: false }],
      !isSecret,
    )
  }

  return {
    sendShell,
    send: async (request, reply, answer) => {
      const html = await readPage('public.html', request, reply, answer.site)
      const whole = forReader(html, answer.language, answer.darkMode)
      const template = answer.isStatic === true ? whole.replaceAll(OUR_CODE, '') : whole
      const pieces = fillTemplate(template, answer, files.findAddresses(answer.modules))
      return sendHtml(request, reply.status(answer.status), pieces, !answer.isPersonal)
    },
    serve: async (server, { isOfApplication, sendUnknown }) => {
      await files.serve(server)
      const { release } = files
      server.addHook('onRequest', async (request, reply) => {
        // Every answer shows a page that there is a later release.
        if (release !== null) reply.header(RELEASE_HEADER, release)
        if (isMalformed(request) && isForPages(request)) await sendShell(request, reply, 400)
      })
      server.setNotFoundHandler(async (request, reply) => {
        const path = readPath(request)
        if (isForPages(request)) {
          if (isOfApplication(path)) return sendShell(request, reply)
          if (asksForHtml(request) && !FOR_MONITORS.includes(path)) return sendUnknown(request, reply)
        }
        return replyWithError(reply, 'NOT_FOUND')
      })
    },
  }
}

/** Fills `public.html` with a rendered page. @param modules addresses of the code to preload */
function fillTemplate(
  template: string,
  { head, body, isPersonal }: RenderedAnswer,
  modules: readonly string[],
): readonly Piece[] {
  const [start, middle, end] = template.split(/<!--(?:head|body)-->/u)
  if (start === undefined || middle === undefined || end === undefined) {
    throw new Error('public.html lacks its places')
  }
  // Last, so that visible content does not share the bandwidth with them.
  const preloads = modules.map((address) => `<link rel="modulepreload" href="${address}">`)
  return [
    { text: start, isSecret: false },
    { text: head, isSecret: isPersonal },
    { text: middle, isSecret: false },
    { text: body, isSecret: isPersonal },
    { text: preloads.join('') + end, isSecret: false },
  ]
}

/** In both languages: the page shows its reader's, and switches without the site's code. */
function noteAbove(note: Record<Language, string>): string {
  const texts = Object.entries(note).map(([language, text]) => markup`<span lang="${language}">${text}</span>`)
  return markup`<aside class="note-above">${texts}</aside>`.toString()
}

/** Elements of `public.html` that load the site's code. */
const OUR_CODE = /<script type="module"[^>]*\ssrc=[^>]*><\/script>|<link rel="modulepreload"[^>]*>/gu

/** Returns the path in the web router's form: in lower case, and without a trailing slash. */
function readPath(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').toLowerCase().replace(/(?<=.)\/+$/u, '')
}

/** Manifests with the name and shortcuts of the installed application, in each language. */
export const WEB_MANIFESTS: Record<Language, string> = { en: '/manifest.webmanifest', nl: '/manifest.nl.webmanifest' }

/**
 * Sets the reader's language and theme in the very first element, so that nothing changes after the first paint, and
 * the manifest in that language.
 */
function forReader(html: string, language: Language, darkMode: boolean | null): string {
  return html
    .replace('<html lang="en"', `<html lang="${language}"${darkMode === true ? ' class="dark"' : ''}`)
    .replace(`href="${WEB_MANIFESTS.en}"`, `href="${WEB_MANIFESTS[language]}"`)
}

async function sendHtml(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: readonly Piece[],
  isKept: boolean,
): Promise<FastifyReply> {
  const isSecret = pieces.some((piece) => piece.isSecret)
  reply
    .header('cache-control', isKept ? 'private, no-cache' : 'private, no-store')
    .header('vary', 'cookie, accept-language, accept-encoding')
    .type('text/html; charset=utf-8')
  const asked = readAskedLanguage(request)
  // The next address need not repeat it, with or without the site's code in the browser.
  if (asked !== null) reply.setCookie(VISIT_LANGUAGE_COOKIE, asked, { httpOnly: false, secure: false })
  // Secrets must not be guessable from the length of an answer that a stranger can put text into.
  const encoding = chooseEncoding(request, isSecret ? ['gzip'] : undefined)
  if (encoding === null) return reply.send(pieces.map(({ text }) => text).join(''))
  reply.header('content-encoding', encoding)
  if (isSecret) return reply.send(await gzipPartly(pieces))
  const html = pieces.map(({ text }) => text).join('')
  const compressed =
    encoding === 'br'
      ? await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await promisify(gzip)(html)
  return reply.send(compressed)
}
