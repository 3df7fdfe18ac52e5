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

/** Where browsers and Vite tell each other what changed: beside the live connection, on the same port. */
const CHANGES_PATH = '/dev/changes'

/** A page for developers alone: the design system and the states of screens. */
const GALLERY_PATH = '/dev/gallery'

/**
 * Vite's code in the browser looks for a server that went away by a shared worker, which it makes of a text: our policy
 * rightly refuses that. Where there are no such workers, it looks by itself, and then loads the page anew.
 */
const WITHOUT_SHARED_WORKERS = '<script>delete globalThis.SharedWorker</script>'

/**
 * A page that loads while the server starts again lacks modules, and would stay blank: it loads again once the server
 * answers.
 */
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

/** The web application from its sources: Vite transforms each file when a browser asks for it, and tells what changed. */
export function openViteClient(): WebClient {
  let vite: ViteDevServer | undefined
  const started = (): ViteDevServer => {
    if (vite === undefined) throw new Error('The development server has not been started')
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
      // They are known once Vite has put its own scripts into the page.
      inlineScripts: [],
      // Vite itself tells pages what changed.
      release: null,
      worker: null,
      readPage: readHtml,
      findAddresses: () => [],
      serve: async (server) => {
        vite = await startVite(server)
        const { middlewares } = vite
        server.addHook('preClose', () => started().close())
        // What we serve by ourselves is ours; anything else may be a module, a style or an image of Vite's.
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
    // Node reads it as it is; bundled, it would be a file that comes and goes, and restarts the server.
    configLoader: 'native',
    appType: 'custom',
    clearScreen: false,
    customLogger: createShortLogger(),
    server: {
      middlewareMode: true,
      ws: { server: server.server, path: CHANGES_PATH },
      cors: false,
      // Packages may lie above the workspace.
      fs: { allow: [searchForWorkspaceRoot(WEB), packagesFolder()] },
    },
  })
}

/** The folder `node_modules` that packages are found in. */
function packagesFolder(): string {
  const file = createRequire(import.meta.url).resolve('vite/package.json')
  return file.slice(0, file.lastIndexOf('node_modules') + 'node_modules'.length)
}

/** Lets the scripts that stand in this page itself run: the policy was written before it was known what they are. */
function allowInlineScripts(reply: FastifyReply, html: string): void {
  const name = 'content-security-policy'
  const policy = String(reply.raw.getHeader(name))
  reply.header(name, policy.replace("script-src 'self'", `script-src 'self' ${hashInlineScripts(html).join(' ')}`))
}

/** Vite's warnings and errors, each in one line: the browser shows the rest. */
function createShortLogger(): Logger {
  const logger = createLogger('warn')
  return {
    ...logger,
    error: (message, { error } = {}) => {
      process.stderr.write(`web: ${describeInOneLine(error ?? message)}\n`)
    },
  }
}
