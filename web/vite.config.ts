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

/** Template of the pages that our server renders. */
const PUBLIC_PAGE = 'public.html'

/** Latin files of the two fonts that are visible without scrolling. */
const FIRST_FONTS = /url\((\/assets\/(?:familjen-grotesk|figtree)-latin-wght-normal-[^)]+\.woff2)\)/gu

/**
 * Preloads the fonts of both pages, so that texts are not painted in fallback fonts first. Inlines the styles into
 * public pages, so that the browser paints them without another request.
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
        // Keeps a disabled link, which fetches nothing. Lazy parts find the link and do not fetch the styles again.
        const put = name === PUBLIC_PAGE ? `<style>${css}</style>${link.replace('>', ' disabled>')}` : link
        page.source = html.replace(link, () => preloads.join('') + put)
      }
    },
  }
}

/** Writes the release into both pages, so that an open page can detect a later release of the server. */
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
      // File names are enough, because each name contains a hash of the file's content.
      for (const name of Object.keys(bundle).toSorted()) content.update(`${name}\n`)
      for (const { source } of pages) content.update(source)
      const meta = `<meta name="${RELEASE_META}" content="${Date.now()}-${content.digest('hex').slice(0, 12)}">`
      for (const page of pages) page.source = String(page.source).replace('</head>', () => `${meta}</head>`)
    },
  }
}

/** Modules that each logged-in page loads immediately, and modules of the dashboard, the most visited page. */
const OWN_PARTS =
  /\/web\/src\/(?:app\/shell\/live-events\.tsx|app\/public-pages\/own-page\.tsx|platform\/api\/rpc-client\.ts|platform\/live\/live-connection\.ts|routes\/dashboard\/index\.tsx)$/u

/** Modules without product terms, such as buttons, dialogs and icons. Plots are excluded: few people load them. */
const SHARED_PARTS = /\/web\/src\/(?:design-system|platform(?!\/plots\/))\/|\/lucide-react\//u

/** Our own code and icons, except modules that import the plot library. */
const OUR_PARTS = /\/src\/(?!.*plot)|\/lucide-react\//u

/** Writes compressed copies beside scripts and styles, at maximum compression. The server sends these copies. */
function createPrecompressPlugin(): Plugin {
  return {
    name: 'precompress',
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css)$/u.test(name))
      const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
      await Promise.all(
        names.map(async (name) => {
          const file = join(dir, name)
          // Reads the written file, because Vite changes the code until it is written.
          const content = await readFile(file)
          await writeFile(`${file}.br`, await promisify(brotliCompress)(content, quality))
          await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }))
        }),
      )
    },
  }
}

/** Lists the modules of each chunk with their sizes before minifying (bytes), for scripts/check-bundle.ts. */
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

const WORKER_FOLDER = join(import.meta.dirname, 'src/service-worker')

/** Builds the service worker as one self-contained file at a constant address. */
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

/** Links the styles in development. Styles imported by JavaScript would arrive after the first paint. */
function createStylesFirstPlugin(): Plugin {
  return {
    name: 'styles-first',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'stylesheet', href: '/src/styles.css' }, injectTo: 'head' },
    ],
  }
}

/** Forces production builds, because a test's NODE_ENV would select React's slow development build. */
function createProductionPlugin(): Plugin {
  return {
    name: 'build-for-production',
    apply: 'build',
    config() {
      // oxlint-disable-next-line no-restricted-properties, node/no-process-env -- Vite reads this variable
      process.env['NODE_ENV'] = 'production'
    },
  }
}

/**
 * `vite build` builds the files for the browser. `vite build --ssr` builds the server's renderer of public pages.
 * In development, the server runs Vite (server/development/vite-client.ts).
 */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    createProductionPlugin(),
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
  // Lists the workers, because Vite finds no imports of workers.
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
            // All supported browsers have module preload.
            polyfill: false,
            // Public pages preload only the code of the application. Their lazy parts are small.
            resolveDependencies: (file, parts, { hostId }) =>
              hostId.startsWith('assets/public-') && !file.startsWith('assets/app-') ? [] : parts,
          },
          rolldownOptions: {
            input: [APPLICATION_PAGE, PUBLIC_PAGE],
            preserveEntrySignatures: 'allow-extension',
            // The landing page gets one file, which is smaller than several files and loads in one request.
            output: {
              // Removes the screens' names from the name of a file that several screens share.
              chunkFileNames: ({ name }) => `assets/${name.split('~')[0] ?? name}-[hash].js`,
              codeSplitting: {
                groups: [
                  { name: 'public', test: /\/src\/app\/public-pages\/public-main\.tsx$/u },
                  // The code that fetches the file `public` must be in another file.
                  { name: 'start', test: /preload-helper|public-start/u, priority: 1 },
                  // Logged-in pages get one more file. Many small files would compress badly and cost a request each.
                  { name: 'own', test: OWN_PARTS },
                  // Small modules of several screens share one file. Otherwise each set of screens would have a file.
                  { name: 'shared', test: SHARED_PARTS, minShareCount: 3 },
                  // The application always needs the whole router.
                  { name: 'router', test: /\/@tanstack\/(?:react-router|router-core|history|react-store|store)\//u },
                  // Other modules get one file for each set of screens that uses them. Small files (bytes below) are
                  // merged. Merging makes some screens larger; scripts/check-bundle.ts limits their size.
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
  // The server's renderer contains all packages, with React's production build.
  ...(isSsrBuild && { ssr: { noExternal: true as const }, define: { 'process.env.NODE_ENV': '"production"' } }),
}))
