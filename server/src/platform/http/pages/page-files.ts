import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { fastifyStatic } from '@fastify/static'
import type { FastifyReply } from 'fastify'

import { RELEASE_META } from '@kundig/contract/site/releases'

import type { HttpServer } from '../http-server.ts'
import { type BuildManifest, collectImports } from './build-manifest.ts'
import { ASSET_FILES, KEPT_FOREVER, serveAssets } from './built-assets.ts'
import { hashInlineScripts } from './inline-scripts.ts'

/** Page templates: the application's empty page, and the public page that the server fills in. */
export type PageName = 'index.html' | 'public.html'

const WORKER = 'service-worker.js'

export interface PageFiles {
  inlineScripts: readonly string[]
  /** Release of the build; null in development. */
  release: string | null
  readPage: (name: PageName, url: string, reply: FastifyReply) => Promise<string>
  /** Returns URLs of code modules and all their imports; empty in development. */
  findAddresses: (modules: readonly string[]) => readonly string[]
  worker: string | null
  serve: (server: HttpServer) => Promise<void>
}

export async function loadPageFiles(folder: string): Promise<PageFiles> {
  const read = (name: PageName): Promise<string> =>
    readFile(join(folder, name), 'utf8').catch(() => {
      throw new Error('The web application has not been built: run npm run build.')
    })
  const [shell, template, manifest, worker] = await Promise.all([
    read('index.html'),
    read('public.html'),
    readManifest(join(folder, '.vite/manifest.json')),
    readFile(join(folder, WORKER), 'utf8'),
  ])
  const pages: Record<PageName, string> = { 'index.html': shell, 'public.html': template }
  return {
    inlineScripts: [...new Set([shell, template].flatMap(hashInlineScripts))],
    release: new RegExp(`<meta name="${RELEASE_META}" content="([^"]+)">`, 'u').exec(shell)?.[1] ?? null,
    readPage: async (name) => pages[name],
    worker,
    findAddresses: (modules) => listAssetPaths(manifest, modules),
    serve: async (server) => {
      await serveAssets(server, folder)
      await server.register(fastifyStatic, {
        root: folder,
        index: false,
        wildcard: false,
        preCompressed: true,
        cacheControl: false,
        // Excludes templates, which are not pages, and the worker, which another route serves with the site's name.
        globIgnore: ['*.html', WORKER, '.vite/**', '**/*.{br,gz}', ASSET_FILES],
        setHeaders: (reply, path) => {
          reply.header('cache-control', path.includes('/assets/') ? KEPT_FOREVER : toCacheControl(path))
        },
      })
    },
  }
}

/** Returns a file's Cache-Control. Browsers revalidate icons, because owners may replace icons by a logo. */
function toCacheControl(path: string): string {
  return /\/(?:favicon|apple-touch-icon|icon-|badge-|og-image)[^/]*$/u.test(path) ? 'no-cache' : 'public, max-age=3600'
}

async function readManifest(file: string): Promise<BuildManifest> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Vite writes it so
  return JSON.parse(await readFile(file, 'utf8')) as BuildManifest
}

function listAssetPaths(manifest: BuildManifest, modules: readonly string[]): readonly string[] {
  const files = collectImports(manifest, modules).flatMap((name) => manifest[name]?.file ?? [])
  return [...new Set(files)].map((file) => `/${file}`)
}
