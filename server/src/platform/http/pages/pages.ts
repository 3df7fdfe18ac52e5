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

/** Fast enough to do for every answer, and nearly as small as it gets. */
const BROTLI_QUALITY = 5

/** What pages say of the site, as HTML. */
export interface SiteMarkup {
  name: string
  /** What stands in the head of every page. */
  head: string
  /** The address of its logo; empty where there is none. */
  logo: string
}

/** A page that was rendered for one request. */
export interface RenderedAnswer {
  status: number
  language: Language
  /** Null when only the reader's system knows. */
  darkMode: boolean | null
  head: string
  body: string
  /** Source files of the code that the page loads at once. */
  modules: readonly string[]
  /** Whether it shows what only this reader may see: then it is not kept, and nothing of it compressed. */
  isPersonal: boolean
  /** Whether the page needs no code of ours: then it loads none. */
  isStatic?: boolean
  /** What the page says of the site. */
  site: SiteMarkup
}

export interface Pages {
  /** Answers with a rendered page. */
  send: (request: FastifyRequest, reply: FastifyReply, answer: RenderedAnswer) => Promise<FastifyReply>
  /** Answers with the empty page, on which the application starts in the browser. */
  sendShell: (request: FastifyRequest, reply: FastifyReply, status?: number) => Promise<FastifyReply>
  /** Serves the web client's files, the shell to its addresses that have no route, and 404 for any other one. */
  serve: (server: HttpServer, unrouted: UnroutedPages) => Promise<void>
}

/** What is answered where no route is. */
export interface UnroutedPages {
  /** Whether the application shows something at a path, which is in lower case and without a slash at its end. */
  isOfApplication: (path: string) => boolean
  /** Answers somebody with a browser that there is no such page. */
  sendUnknown: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
}

/** Where monitors look by habit. A page would tell them that all is well; ours are `/healthz` and `/readyz`. */
const FOR_MONITORS: readonly string[] = ['/metrics', '/health', '/ready']

/**
 * The pages of the web application, as they are sent to a reader.
 * @param files the build, or the sources in development
 * @param secretPaths addresses of pages that carry a secret in their query: it must reach no other site by way
 *   of the Referer header, and no cache
 * @param extras.note what stands above every page, in each language; null for nothing
 * @param readSite what pages say of the site, asked for each page
 * @param extras.marks what the styles of the page follow, as attributes of its first element: asked for each page
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
    // The page itself is the same for everybody; its address is not.
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
      const pieces = fillTemplate(template, answer, files.addressesOf(answer.modules))
      return sendHtml(request, reply.status(answer.status), pieces, !answer.isPersonal)
    },
    serve: async (server, { isOfApplication, sendUnknown }) => {
      await files.serve(server)
      const { release } = files
      server.addHook('onRequest', async (request, reply) => {
        // A page hears by any answer that there is a later one.
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

/** Fills the places of `public.html` with a rendered page. @param modules addresses of the code to preload */
function fillTemplate(
  template: string,
  { head, body, isPersonal }: RenderedAnswer,
  modules: readonly string[],
): readonly Piece[] {
  const [start, middle, end] = template.split(/<!--(?:head|body)-->/u)
  if (start === undefined || middle === undefined || end === undefined) {
    throw new Error('public.html lacks its places')
  }
  // Last, so that nothing that is looked at has to share the line with them.
  const preloads = modules.map((address) => `<link rel="modulepreload" href="${address}">`)
  return [
    { text: start, isSecret: false },
    { text: head, isSecret: isPersonal },
    { text: middle, isSecret: false },
    { text: body, isSecret: isPersonal },
    { text: preloads.join('') + end, isSecret: false },
  ]
}

/** In both languages: the page shows that of its reader, and changes with it without our code. */
function noteAbove(note: Record<Language, string>): string {
  const texts = Object.entries(note).map(([language, text]) => markup`<span lang="${language}">${text}</span>`)
  return markup`<aside class="note-above">${texts}</aside>`.toString()
}

/** The elements that load our code, in `public.html`. */
const OUR_CODE = /<script type="module"[^>]*\ssrc=[^>]*><\/script>|<link rel="modulepreload"[^>]*>/gu

/** The path as the web application's router takes it: in any case, and with or without a slash at its end. */
function readPath(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').toLowerCase().replace(/(?<=.)\/+$/u, '')
}

/** What the installed application is called and offers, in each language. */
export const WEB_MANIFESTS: Record<Language, string> = { en: '/manifest.webmanifest', nl: '/manifest.nl.webmanifest' }

/**
 * A page with its reader's language and theme, in the very first element, so that nothing has to change after the first
 * paint; and with the manifest in that language.
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
  // The next address need not say it again, with or without our code in the browser.
  if (asked !== null) reply.setCookie(VISIT_LANGUAGE_COOKIE, asked, { httpOnly: false, secure: false })
  // What is secret must not be guessed from the length of an answer that a stranger can put words into.
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
