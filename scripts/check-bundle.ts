import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

import { type BuildManifest, collectImports } from '@kundig/server/platform/http/pages/build-manifest'
import { sumSizesByOwner, describeGrowth, type Sizes } from '@kundig/testing/figures/bundle-growth'
import { ensureWebBuild } from '@kundig/testing/server/web-build'

import { listPageModules } from '../web/src/app/public-pages/page-modules.ts'

/** Budget of the landing page: gzipped JavaScript that loads without an action, including the idle-time hydration. */
const BUDGET_BYTES = 100_000

/** Budgets of pages after log-in: gzipped JavaScript that loads before the tab is live. */
const OWN_BUDGETS = [
  { tab: 'explore', budget: 185_000 },
  { tab: 'chats', budget: 225_000 },
] as const

/** File of the sizes at the last deliberate change, written by `npm run test:bundle -- --keep`. */
const KEPT = join(import.meta.dirname, 'bundle-sizes.json')

const CLIENT = join(import.meta.dirname, '../web/dist/client')
const PAGE = 'public.html'

ensureWebBuild()
const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as BuildManifest

const forDevelopers = Object.keys(manifest).filter(
  (name) => name.startsWith('development/') || name.includes('devtools'),
)
if (forDevelopers.length > 0) throw new Error(`The build holds what is for developers: ${forDevelopers.join(', ')}`)

function listScripts(names: readonly string[]): string[] {
  const files = collectImports(manifest, names).map((name) => {
    const part = manifest[name]
    if (!part) throw new Error(`The build has no part ${name}`)
    return part.file
  })
  return [...new Set(files)].filter((file) => file.endsWith('.js'))
}

function computeGzippedSize(content: string | Buffer): number {
  return gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length
}

const formatKilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(6)} kB`

const page = readFileSync(join(CLIENT, PAGE), 'utf8')
const firstFiles = Array.from(
  page.matchAll(/<(?:script|link)[^>]* (?:src|href)="\/(assets\/[^"]+\.js)"/gu),
  ([, file]) => file,
)
const first = Object.keys(manifest).filter((name) => firstFiles.includes(manifest[name]?.file))
if (first.length === 0) throw new Error(`${PAGE} names no script`)
// The code that loads first has only one dynamic import: the hydration code.
const takeOver = first.flatMap((name) => manifest[name]?.dynamicImports ?? [])
const sizes = listScripts([...first, ...takeOver])
  .map((file) => ({ file, bytes: computeGzippedSize(readFileSync(join(CLIENT, file))) }))
  .toSorted((a, b) => b.bytes - a.bytes)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

for (const { file, bytes } of sizes) console.log(`${formatKilobytes(bytes)}  ${file}`)
const styles = /<style>([\s\S]*)<\/style>/u.exec(page)?.[1] ?? ''
console.log(`${formatKilobytes(computeGzippedSize(styles))}  styles, in the page itself`)
for (const [, name] of page.matchAll(/<link rel="preload" href="\/assets\/([^"]+)"/gu)) {
  console.log(`${formatKilobytes(readFileSync(join(CLIENT, 'assets', name ?? '')).length)}  ${name}`)
}
const modules = JSON.parse(readFileSync(join(CLIENT, '.vite/modules.json'), 'utf8')) as Record<string, Sizes>
const kept = JSON.parse(readFileSync(KEPT, 'utf8')) as Record<string, Sizes>
const now: Record<string, Sizes> = {}
checkBudget(
  'landing page',
  total,
  BUDGET_BYTES,
  sizes.map(({ file }) => file),
)
for (const { tab, budget } of OWN_BUDGETS) {
  const dashboard = { kind: 'dashboard', tab, filter: { query: '', category: undefined }, experts: null } as const
  const files = listScripts([...first, ...listPageModules(dashboard)])
  const bytes = files.reduce((sum, file) => sum + computeGzippedSize(readFileSync(join(CLIENT, file))), 0)
  checkBudget(tab, bytes, budget, files)
}
if (process.argv.includes('--keep')) writeFileSync(KEPT, `${JSON.stringify(now, null, 2)}\n`)

function checkBudget(name: string, bytes: number, budget: number, files: readonly string[]): void {
  now[name] = sumSizesByOwner(files.map((file) => modules[file] ?? {}))
  const isKept = bytes <= budget
  console.log(`${isKept ? '✓' : '✗'} ${name} JavaScript ${formatKilobytes(bytes)} of ${formatKilobytes(budget)}, gzip`)
  for (const line of describeGrowth(kept[name] ?? {}, now[name])) console.log(`    ${line}`)
  if (!isKept) process.exitCode = 1
}
