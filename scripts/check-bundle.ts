import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'

import { ensureWebBuild } from '@kundig/testing/server/web-build'

/**
 * The budget of a visit to the landing page: all the JavaScript that comes by itself (the first code, and what takes
 * the page over when the browser is idle), as gzip makes it. What a reader asks for by doing something (a search, a
 * dialog, another screen, the live connection of people who are logged in) comes on top, and is no part of it.
 */
const BUDGET_BYTES = 100_000

const CLIENT = join(import.meta.dirname, '../web/dist/client')
const PAGE = 'public.html'

interface Part {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}

ensureWebBuild()
const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Part>

const forDevelopers = Object.keys(manifest).filter(
  (name) => name.startsWith('development/') || name.includes('devtools'),
)
if (forDevelopers.length > 0) throw new Error(`The build holds what is for developers: ${forDevelopers.join(', ')}`)

/** The parts that come when some are asked for: those, and all that they import in their first line. */
function withImports(names: readonly string[]): Set<string> {
  const found = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    const part = manifest[name]
    if (!part) throw new Error(`The build has no part ${name}`)
    found.add(name)
    open.push(...(part.imports ?? []))
  }
  return found
}

function gzipped(content: string | Buffer): number {
  return gzipSync(content, { level: constants.Z_BEST_COMPRESSION }).length
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(6)} kB`

const page = readFileSync(join(CLIENT, PAGE), 'utf8')
const firstFiles = Array.from(
  page.matchAll(/<(?:script|link)[^>]* (?:src|href)="\/(assets\/[^"]+\.js)"/gu),
  ([, file]) => file,
)
const first = Object.keys(manifest).filter((name) => firstFiles.includes(manifest[name]?.file))
if (first.length === 0) throw new Error(`${PAGE} names no script`)
// The first code asks by itself for the code that takes over, and for nothing else.
const takeOver = first.flatMap((name) => manifest[name]?.dynamicImports ?? [])
const parts = [...withImports([...first, ...takeOver])]
const sizes = parts
  .map((name) => manifest[name]?.file ?? '')
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, bytes: gzipped(readFileSync(join(CLIENT, file))) }))
  .toSorted((a, b) => b.bytes - a.bytes)
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)

for (const { file, bytes } of sizes) console.log(`${kilobytes(bytes)}  ${file}`)
const styles = /<style>([\s\S]*)<\/style>/u.exec(page)?.[1] ?? ''
console.log(`${kilobytes(gzipped(styles))}  styles, in the page itself`)
for (const [, name] of page.matchAll(/<link rel="preload" href="\/assets\/([^"]+)"/gu)) {
  console.log(`${kilobytes(readFileSync(join(CLIENT, 'assets', name ?? '')).length)}  ${name}`)
}
const kept = total <= BUDGET_BYTES
console.log(`${kept ? '✓' : '✗'} landing page JavaScript ${kilobytes(total)} of ${kilobytes(BUDGET_BYTES)}, gzip`)
if (!kept) process.exit(1)
