import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin } from 'vite'

import { SITE_IN_WORKER } from '@kundig/contract/site/branding'
import { RELEASE_META } from '@kundig/contract/site/releases'

const APPLICATION_PAGE = 'index.html'

/** The page that our server fills in. */
const PUBLIC_PAGE = 'public.html'

/** The two fonts of everything above the fold, in the characters that English and Dutch need. */
const FIRST_FONTS = /url\((\/assets\/(?:familjen-grotesk|figtree)-latin-wght-normal-[^)]+\.woff2)\)/gu

/**
 * Announces the fonts of both pages, so that neither is painted in others first, and puts the styles into public
 * pages, so that they are painted from the first answer.
 */
function createFirstPaintPlugin(): Plugin {
  return {
    name: 'first-paint',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const name of [APPLICATION_PAGE, PUBLIC_PAGE]) {
        const page = bundle[name]
        if (page?.type !== 'asset') throw new Error(`The build made no ${name}`)
        const html = String(page.source)
        const [link, path] = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/u.exec(html) ?? []
        const styles = path === undefined ? undefined : bundle[path]
        if (link === undefined || styles?.type !== 'asset') throw new Error(`${name} names no styles`)
        const css = String(styles.source)
        const preloads = Array.from(
          css.matchAll(FIRST_FONTS),
          ([, url]) => `<link rel="preload" href="${url}" as="font" type="font/woff2" crossorigin>`,
        )
        if (preloads.length === 0) throw new Error(`The styles of ${name} name no font`)
        // What is loaded later looks for the link before it fetches the styles again; a disabled one fetches nothing.
        const put = name === PUBLIC_PAGE ? `<style>${css}</style>${link.replace('>', ' disabled>')}` : link
        page.source = html.replace(link, () => preloads.join('') + put)
      }
    },
  }
}

/** Has both pages say of which release they are, so that a page that stays open knows when the server has a later one. */
function createReleasePlugin(): Plugin {
  return {
    name: 'release',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const pages = [APPLICATION_PAGE, PUBLIC_PAGE].map((name) => {
        const page = bundle[name]
        if (page?.type !== 'asset') throw new Error(`The build made no ${name}`)
        return page
      })
      const content = createHash('sha256')
      // The names of all parts hold a hash of their content.
      for (const name of Object.keys(bundle).toSorted()) content.update(`${name}\n`)
      for (const { source } of pages) content.update(source)
      const meta = `<meta name="${RELEASE_META}" content="${Date.now()}-${content.digest('hex').slice(0, 12)}">`
      for (const page of pages) page.source = String(page.source).replace('</head>', () => `${meta}</head>`)
    },
  }
}

/** Modules that every logged-in page loads immediately, and those of the dashboard, the most visited one. */
const OWN_PARTS =
  /\/web\/src\/(?:app\/shell\/live-events\.tsx|app\/public-pages\/own-page\.tsx|platform\/api\/rpc-client\.ts|platform\/live\/live-connection\.ts|routes\/dashboard\/index\.tsx)$/u

/** Buttons, dialogs, icons and what has no product words; not plots, whose library most people never fetch. */
const SHARED_PARTS = /\/web\/src\/(?:design-system|platform(?!\/plots\/))\/|\/lucide-react\//u

/** Our own code and icons, without what brings the library of plots along. */
const OUR_PARTS = /\/src\/(?!.*plot)|\/lucide-react\//u

/** Puts a compressed copy beside every text file, as small as it gets: the server sends it as it lies there. */
function createPrecompressPlugin(): Plugin {
  return {
    name: 'precompress',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css)$/u.test(name))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name)
          // As written: the last changes are made to the code on its way there.
          const content = await readFile(file)
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
          await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
        }),
      )
    },
  }
}

/** Lists the modules in each part of the build with their size, for scripts/check-bundle.ts (bytes, before minifying). */
function createModuleSizesPlugin(): Plugin {
  return {
    name: 'module-sizes',
    generateBundle(_options, bundle) {
      const parts = Object.values(bundle).flatMap((part) => {
        if (part.type !== 'chunk') return []
        const sizes = Object.entries(part.modules).map(([id, { code }]): [string, number] => [
          relative(join(import.meta.dirname, '..'), id.replace(/^\0|\?.*$/gu, '')),
          code?.length ?? 0,
        ])
        return [[part.fileName, Object.fromEntries(sizes.filter(([, size]) => size > 0))] as const]
      })
      this.emitFile({
        type: 'asset',
        fileName: '.vite/modules.json',
        source: JSON.stringify(Object.fromEntries(parts)),
      })
    },
  }
}

/** Sources of the service worker and its offline page. */
const WORKER_FOLDER = join(import.meta.dirname, 'src/service-worker')

/** Builds the service worker: one file, at an address that stays the same, with all that it needs in it. */
function createServiceWorkerPlugin(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async generateBundle() {
      const built = await build({
        configFile: false,
        publicDir: false,
        logLevel: 'silent',
        define: {
          OFFLINE_PAGE: JSON.stringify(await readFile(join(WORKER_FOLDER, 'offline-page.html'), 'utf8')),
          SITE: JSON.stringify(SITE_IN_WORKER),
        },
        build: {
          write: false,
          target: 'es2023',
          rolldownOptions: { input: join(WORKER_FOLDER, 'service-worker.ts'), output: { format: 'iife' } },
        },
      })
      const [part] = 'output' in built ? built.output : []
      if (part?.type !== 'chunk') throw new Error('The service worker was not built')
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: part.code })
    },
  }
}

/** Links the styles in development, too: loaded from JavaScript, they would arrive after the first paint. */
function createStylesFirstPlugin(): Plugin {
  return {
    name: 'styles-first',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'stylesheet', href: '/src/styles.css' }, injectTo: 'head' },
    ],
  }
}

/** Forces production builds: a test's NODE_ENV would choose React's slow development build. */
function buildForProduction(): Plugin {
  return {
    name: 'build-for-production',
    apply: 'build',
    config() {
      // oxlint-disable-next-line no-restricted-properties, node/no-process-env -- it is written for Vite, which reads it
      process.env['NODE_ENV'] = 'production'
    },
  }
}

/**
 * `vite build` makes the browser's files, `vite build --ssr` the server's renderer of public pages. In development the
 * server runs Vite (server/development/vite-client.ts).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    buildForProduction(),
    react(),
    tailwindcss(),
    createStylesFirstPlugin(),
    ...(isSsrBuild
      ? []
      : [
          createFirstPaintPlugin(),
          createServiceWorkerPlugin(),
          createReleasePlugin(),
          createModuleSizesPlugin(),
          createPrecompressPlugin(),
        ]),
  ],
  cacheDir: '../.cache/vite',
  // Workers are not found from the pages.
  optimizeDeps: { entries: ['*.html', 'development/gallery/*.html', 'src/**/*-worker.ts'] },
  build: {
    target: 'es2023',
    sourcemap: true,
    reportCompressedSize: false,
    ...(isSsrBuild
      ? { outDir: 'dist/server', copyPublicDir: false }
      : {
          outDir: 'dist/client',
          manifest: true,
          modulePreload: {
            // Every browser that we write for preloads by itself.
            polyfill: false,
            // What a public page may ask for later is small, apart from the application: its parts are not listed.
            resolveDependencies: (file, parts, { hostId }) =>
              hostId.startsWith('assets/public-') && !file.startsWith('assets/app-') ? [] : parts,
          },
          rolldownOptions: {
            input: [APPLICATION_PAGE, PUBLIC_PAGE],
            preserveEntrySignatures: 'allow-extension',
            // One file for all that the landing page needs: it is fetched at once, and smaller than its parts.
            output: {
              // Without the list of screens that share it.
              chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
              codeSplitting: {
                groups: [
                  { name: 'public', test: /\/src\/app\/public-pages\/public-main\.tsx$/u },
                  // What fetches that file must not be in it.
                  { name: 'start', test: /preload-helper|public-start/u, priority: 1 },
                  // And one for what every page of one's own needs beyond it: dozens of small files compress badly, and
                  // each costs a request.
                  { name: 'own', test: OWN_PARTS },
                  // What several screens share is small, and would be a file for each set of screens.
                  { name: 'shared', test: SHARED_PARTS, minShareCount: 3 },
                  // The application fetches all of it, whichever screen it begins with.
                  { name: 'router', test: /\/@tanstack\/(?:react-router|router-core|history|react-store|store)\//u },
                  // What else two screens or more share would be a file for each set of them. Sets that share little (bytes) are
                  // put together, which makes some screens larger: scripts/check-bundle.ts says what it may cost.
                  {
                    name: 'parts',
                    test: OUR_PARTS,
                    minShareCount: 2,
                    entriesAware: true,
                    entriesAwareMergeThreshold: 1000,
                  },
                ],
              },
            },
          },
        }),
  },
  // The server runs it without any package of ours, and React in its fast form.
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }),
}))
