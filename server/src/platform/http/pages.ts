import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fastifyStatic } from '@fastify/static'
import type { FastifyRequest } from 'fastify'

import { isLanguage } from '@kundig/contract/languages'

import { type HttpServer, replyWithError } from './http-server.ts'

export interface Pages {
  /** CSP hashes of the page's inline scripts. */
  inlineScripts: string[]
  serve: (server: HttpServer) => Promise<void>
}

/**
 * Reads the built web application.
 * @param folder the build's output folder
 * @param secretPaths addresses of pages that carry a secret in their query: it must reach no other site by way
 *   of the Referer header, and no cache
 * @throws Error when it has not been built
 */
export async function readPages(folder: string, secretPaths: readonly string[]): Promise<Pages> {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => {
    throw new Error('The web application has not been built: run npm run build.')
  })
  const inlineScripts = Array.from(html.matchAll(/<script>([\s\S]*?)<\/script>/gu), ([, code]) => {
    return `'sha256-${createHash('sha256')
      .update(code ?? '')
      .digest('base64')}'`
  })

  return {
    inlineScripts,
    serve: async (server) => {
      await server.register(fastifyStatic, {
        root: folder,
        index: false,
        wildcard: false,
        preCompressed: false,
        cacheControl: false,
        setHeaders: (reply, path) => {
          // The names of built assets hold a hash of their content.
          const forEver = path.includes('/assets/')
          reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
        },
      })
      server.setNotFoundHandler(async (request, reply) => {
        const isPage = request.method === 'GET' && !/^\/(?:api|rpc|live|assets|dev)(?:\/|\?|$)/u.test(request.url)
        if (!isPage) return replyWithError(reply, 'NOT_FOUND')
        const isSecret = secretPaths.includes(pathOf(request))
        if (isSecret) reply.header('referrer-policy', 'no-referrer')
        return reply
          .header('cache-control', isSecret ? 'no-store' : 'no-cache')
          .header('vary', 'cookie, accept-language')
          .type('text/html; charset=utf-8')
          .send(inFirstByte(html, request))
      })
    },
  }
}

/** The path as the web application's router takes it: in any case, and with or without a slash at its end. */
function pathOf(request: FastifyRequest): string {
  return (request.url.split('?')[0] ?? '').toLowerCase().replace(/(?<=.)\/+$/u, '')
}

/** The page with the visitor's language and theme already in it (cookies mirror the stored preferences). */
function inFirstByte(html: string, request: FastifyRequest): string {
  const cookie = (name: string): string | undefined =>
    new RegExp(`(?:^|;\\s*)${name}=([^;]*)`, 'u').exec(request.headers.cookie ?? '')?.[1]
  const chosen = cookie('language')
  const accepted = request.headers['accept-language'] ?? ''
  const language = isLanguage(chosen) ? chosen : accepted.toLowerCase().startsWith('nl') ? 'nl' : 'en'
  const dark = cookie('darkMode') === 'true'
  return html.replace('<html lang="en">', `<html lang="${language}"${dark ? ' class="dark"' : ''}>`)
}
