import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { type Language, VISIT_LANGUAGE_COOKIE } from '@kundig/contract/languages'
import { RELEASE_HEADER } from '@kundig/contract/site/releases'

import { asksForHtml, type HttpServer, isPageRequest, hasMalformedPath, replyWithError } from '../http-server.ts'
import { markup } from './markup.ts'
import type { PageFiles } from './page-files.ts'
import { gzipExceptSecrets, type Piece } from './partly-gzipped.ts'
import { chooseEncoding, readQueryLanguage, readPreferences } from './preferences.ts'

/** Brotli quality that is fast enough for every answer, at nearly the best compression. */
const BROTLI_QUALITY = 5

export interface SiteMarkup {
  name: string
  head: string
  logo: string
}

export interface RenderedAnswer {
  status: number
  language: Language
  /** Null means that the reader's system decides. */
  darkMode: boolean | null
  head: string
  body: string
  /** Source files of modules that the page loads immediately. */
  modules: readonly string[]
  /** True for one reader's content, which is neither cached nor compressed. */
  isPersonal: boolean
  /** True for a page without our scripts. */
  isStatic?: boolean
  site: SiteMarkup
}

export interface Pages {
  send: (request: FastifyRequest, reply: FastifyReply, answer: RenderedAnswer) => Promise<FastifyReply>
  sendShell: (request: FastifyRequest, reply: FastifyReply, status?: number) => Promise<FastifyReply>
  /** Serves files, the shell for the application's paths without a route, and 404 for all other paths. */
  serve: (server: HttpServer, unrouted: UnroutedPages) => Promise<void>
}

export interface UnroutedPages {
  /** Takes a path in lower case, without a trailing slash. */
  isOfApplication: (path: string) => boolean
  sendUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Usual health check paths: a page there would look healthy. The real paths are `/healthz` and `/readyz`. */
const FOR_MONITORS: readonly string[] = ['/metrics', '/health', '/ready']

/** Creates the pages. The queries of `secretPaths` must not reach caches, or other sites through the Referer header. */
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
    return note === null ? marked : marked.replace('<body>', `<body>${renderNote(note)}`)
  }
  const sendShell: Pages['sendShell'] = async (request, reply, status = 200) => {
    const { language, darkMode } = readPreferences(request)
    const isSecret = secretPaths.includes(readPath(request))
    if (isSecret) reply.header('referrer-policy', 'no-referrer')
    const shell = await readPage('index.html', request, reply, readSite())
    // The shell itself contains no secret, but its URL does.
    return sendHtml(
      request,
      reply.status(status),
      [{ text: setLanguageAndTheme(shell, language, darkMode), isSecret: false }],
      !isSecret,
    )
  }

  return {
    sendShell,
    send: async (request, reply, answer) => {
      const html = await readPage('public.html', request, reply, answer.site)
      const whole = setLanguageAndTheme(html, answer.language, answer.darkMode)
      const template = answer.isStatic === true ? whole.replaceAll(OUR_CODE, '') : whole
      const pieces = fillTemplate(template, answer, files.findAddresses(answer.modules))
      return sendHtml(request, reply.status(answer.status), pieces, !answer.isPersonal)
    },
    serve: async (server, { isOfApplication, sendUnknown }) => {
      await files.serve(server)
      const { release } = files
      server.addHook('onRequest', async (request, reply) => {
        // A header names the server's release, so that open pages notice a later release.
        if (release !== null) reply.header(RELEASE_HEADER, release)
        if (hasMalformedPath(request) && isPageRequest(request)) await sendShell(request, reply, 400)
      })
      server.setNotFoundHandler(async (request, reply) => {
        const path = readPath(request)
        if (isPageRequest(request)) {
          if (isOfApplication(path)) return sendShell(request, reply)
          if (asksForHtml(request) && !FOR_MONITORS.includes(path)) return sendUnknown(request, reply)
        }
        return replyWithError(reply, 'NOT_FOUND')
      })
    },
  }
}

function fillTemplate(
  template: string,
  { head, body, isPersonal }: RenderedAnswer,
  modules: readonly string[],
): readonly Piece[] {
  const [start, middle, end] = template.split(/<!--(?:head|body)-->/u)
  if (start === undefined || middle === undefined || end === undefined) {
    throw new Error('public.html lacks <!--head--> or <!--body-->')
  }
  // Preloads stand at the end of the page, so that visible content loads first.
  const preloads = modules.map((address) => `<link rel="modulepreload" href="${address}">`)
  return [
    { text: start, isSecret: false },
    { text: head, isSecret: isPersonal },
    { text: middle, isSecret: false },
    { text: body, isSecret: isPersonal },
    { text: preloads.join('') + end, isSecret: false },
  ]
}

/** Renders a note in both languages, because the page switches languages without our scripts. */
function renderNote(note: Record<Language, string>): string {
  const texts = Object.entries(note).map(([language, text]) => markup`<span lang="${language}">${text}</span>`)
  return markup`<aside class="note-above">${texts}</aside>`.toString()
}

const OUR_CODE = /<script type="module"[^>]*\ssrc=[^>]*><\/script>|<link rel="modulepreload"[^>]*>/gu

function readPath(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').toLowerCase().replace(/(?<=.)\/+$/u, '')
}

export const WEB_MANIFESTS: Record<Language, string> = { en: '/manifest.webmanifest', nl: '/manifest.nl.webmanifest' }

/** Sets language and theme on the root element, so that the page does not change after the first paint. */
function setLanguageAndTheme(html: string, language: Language, darkMode: boolean | null): string {
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
  const asked = readQueryLanguage(request)
  // A cookie stores the requested language, so that the next URL need not name the language.
  if (asked !== null) reply.setCookie(VISIT_LANGUAGE_COOKIE, asked, { httpOnly: false, secure: false })
  // Secret pages use gzip in pieces: the length of a page compressed as a whole could reveal secrets.
  const encoding = chooseEncoding(request, isSecret ? ['gzip'] : undefined)
  if (encoding === null) return reply.send(pieces.map(({ text }) => text).join(''))
  reply.header('content-encoding', encoding)
  if (isSecret) return reply.send(await gzipExceptSecrets(pieces))
  const html = pieces.map(({ text }) => text).join('')
  const compressed =
    encoding === 'br'
      ? await promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } })
      : await promisify(gzip)(html)
  return reply.send(compressed)
}
