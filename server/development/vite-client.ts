import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import type { FastifyReply } from 'fastify'
import { createLogger, createServer, type Logger, searchForWorkspaceRoot, type ViteDevServer } from 'vite'

import type { RenderPublicPage } from '@kundig/contract/site/public-pages'

import type { HttpServer } from '../src/platform/http/http-server.ts'
import { hashInlineScripts } from '../src/platform/http/pages/inline-scripts.ts'
import type { PageName } from '../src/platform/http/pages/page-files.ts'
import type { WebClient } from '../src/site/web-client.ts'
import { describeInOneLine } from './one-line.ts'

const WEB = fileURLToPath(new URL('../../web', import.meta.url))

/** Path of Vite's hot updates, which use the same port as the live connection. */
const CHANGES_PATH = '/dev/changes'

/** Developers' page with the design system and the states of screens. */
const GALLERY_PATH = '/dev/gallery'

/**
 * Vite's client pings a lost server from a shared worker built from a string, which the content security policy blocks.
 * Without shared workers, the client pings from the page, and then reloads the page.
 */
const WITHOUT_SHARED_WORKERS = '<script>delete globalThis.SharedWorker</script>'

/** Reloads a page that loaded during a restart once the server answers. It lacks modules and would stay blank. */
const RELOAD_WHEN_BROKEN = `<script>
  addEventListener('error', ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return
    const timer = setInterval(() => {
      fetch(location.href, { method: 'HEAD' }).then(() => {
        clearInterval(timer)
        location.reload()
      }, () => undefined)
    }, 500)
  }, true)
</script>`

/** Serves the web application from its sources: Vite transforms each file on request, and sends hot updates. */
export function createViteClient(): WebClient {
  let vite: ViteDevServer | undefined
  const started = (): ViteDevServer => {
    if (vite === undefined) throw new Error('Vite has not been started')
    return vite
  }
  const readHtml = async (
    name: PageName | 'development/gallery/index.html',
    url: string,
    reply: FastifyReply,
  ): Promise<string> => {
    const source = await readFile(join(WEB, name), 'utf8')
    const page = source.replace('<head>', `<head>${WITHOUT_SHARED_WORKERS}${RELOAD_WHEN_BROKEN}`)
    const html = await started().transformIndexHtml(`/${name}`, page, url)
    allowInlineScripts(reply, html)
    return html
  }
  return {
    files: {
      // The inline scripts are known only after Vite has added its own scripts: see allowInlineScripts.
      inlineScripts: [],
      // Vite's hot updates replace the release check.
      release: null,
      worker: null,
      readPage: readHtml,
      findAddresses: () => [],
      serve: async (server) => {
        vite = await startVite(server)
        const { middlewares } = vite
        server.addHook('preClose', () => started().close())
        // An address without a route may be a module, a style or an image that Vite serves.
        server.addHook('onRequest', (request, reply, done) => {
          if (!request.is404 || request.method !== 'GET') return done()
          return middlewares(request.raw, reply.raw, done)
        })
        server.get(GALLERY_PATH, async (request, reply) =>
          reply
            .type('text/html; charset=utf-8')
            .send(await readHtml('development/gallery/index.html', request.url, reply)),
        )
      },
    },
    render: async (state, base, words) => {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the module declares it by the same type
      const { render } = (await started().ssrLoadModule('/src/app/public-pages/entry-server.tsx')) as {
        render: RenderPublicPage
      }
      return render(state, base, words)
    },
  }
}

function startVite(server: HttpServer): Promise<ViteDevServer> {
  return createServer({
    root: WEB,
    configFile: join(WEB, 'vite.config.ts'),
    // Node imports the configuration directly. A bundled copy is a temporary file, whose changes restart the server.
    configLoader: 'native',
    appType: 'custom',
    clearScreen: false,
    customLogger: createOneLineLogger(),
    server: {
      middlewareMode: true,
      ws: { server: server.server, path: CHANGES_PATH },
      cors: false,
      // Packages may be installed above the workspace.
      fs: { allow: [searchForWorkspaceRoot(WEB), findPackagesFolder()] },
    },
  })
}

function findPackagesFolder(): string {
  const file = createRequire(import.meta.url).resolve('vite/package.json')
  return file.slice(0, file.lastIndexOf('node_modules') + 'node_modules'.length)
}

/** Adds the page's inline scripts to the content security policy, which was written before the scripts were known. */
function allowInlineScripts(reply: FastifyReply, html: string): void {
  const name = 'content-security-policy'
  const policy = String(reply.raw.getHeader(name))
  reply.header(name, policy.replace("script-src 'self'", `script-src 'self' ${hashInlineScripts(html).join(' ')}`))
}

/** Prints each warning and error of Vite's on one line: the browser shows the rest. */
function createOneLineLogger(): Logger {
  const logger = createLogger('warn')
  return {
    ...logger,
    error: (message, { error } = {}) => {
      process.stderr.write(`web: ${describeInOneLine(error ?? message)}\n`)
    },
  }
}
