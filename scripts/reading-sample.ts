/**
 * `npm run reading -- <folder> [--commit <commit>] [--earlier <commit>]` draws places that a reader who does not know the code base marks
 * when they need a second reading: 60 of each kind from a commit, mixed with 30 of an earlier commit as a measure of the
 * reader. The commit seeds the choice. Writes `places.md` for the reader and `key.json` with the origin of each place.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import ts from 'typescript'

const KINDS = ['comments', 'titles', 'names', 'screens EN', 'screens NL', 'documents'] as const
type Kind = (typeof KINDS)[number]

const DRAWN = { now: 60, earlier: 30 } as const

interface Place {
  file: string
  text: string
}
type Places = Record<Kind, Place[]>

const runGit = (...given: string[]): string => execFileSync('git', given, { encoding: 'utf8', maxBuffer: 2 ** 30 })

const LISTED = /^(?:(?:contract|server|web|stripe-simulator|testing|tests|scripts|docs)\/.*|[\w-]+)\.(?:tsx?|md)$/u
const LEFT_OUT = /known-bad|CHANGELOG|docs\/(?:verified|repeated-runs|style|specification|waverers)\.md|\.d\.ts$/u

/** Reads all files of a commit in one process. */
function readFiles(commit: string): Map<string, string> {
  const names = runGit('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .filter((name) => LISTED.test(name) && !LEFT_OUT.test(name))
  const input = names.map((name) => `${commit}:${name}`).join('\n')
  const output = execFileSync('git', ['cat-file', '--batch'], { input, maxBuffer: 2 ** 30 })
  const files = new Map<string, string>()
  let at = 0
  for (const name of names) {
    const lineEnd = output.indexOf('\n', at)
    const size = Number(output.subarray(at, lineEnd).toString().split(' ')[2])
    files.set(name, output.subarray(lineEnd + 1, lineEnd + 1 + size).toString())
    at = lineEnd + size + 2
  }
  return files
}

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
const hasWords = (text: string): boolean => (text.match(/\p{L}{2,}/gu) ?? []).length >= 3

function collectPlaces(files: Map<string, string>): Places {
  const places: Places = {
    comments: [],
    titles: [],
    names: [],
    'screens EN': [],
    'screens NL': [],
    documents: [],
  }
  for (const [file, content] of files) {
    if (file.endsWith('.md')) addParagraphs(places, file, content)
    else addSourceFile(places, file, content)
  }
  return places
}

function addParagraphs(places: Places, file: string, content: string): void {
  for (const paragraph of content.replaceAll(/^```[^]*?^```/gmu, '').split(/\n{2,}/u)) {
    if (/^[#|>]/u.test(paragraph) || !hasWords(paragraph)) continue
    places.documents.push({ file, text: oneLine(paragraph) })
  }
}

function addSourceFile(places: Places, file: string, content: string): void {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true)
  const isTest = /\.(?:test|spec)\.tsx?$/u.test(file)
  for (const { 0: comment } of content.matchAll(/\/\*\*?[^]*?\*\/|(?<=^\s*)\/\/.*(?:\n\s*\/\/.*)*/gmu)) {
    const text = oneLine(comment.replaceAll(/^\s*(?:\/\*\*?|\/\/|\*\/?)|\*\/$/gmu, ''))
    if (hasWords(text) && !/^(?:oxlint|@|spec \d)/u.test(text)) places.comments.push({ file, text })
  }
  const visit = (node: ts.Node): void => {
    if (isTest) addTitle(places, file, node)
    else addName(places, file, node, source)
    if (file.endsWith('.messages.ts')) addScreenTexts(places, file, node, source)
    node.forEachChild(visit)
  }
  visit(source)
}

function addTitle(places: Places, file: string, node: ts.Node): void {
  if (!ts.isCallExpression(node) || !/^(?:it|test)\b/u.test(node.expression.getText())) return
  const [title] = node.arguments
  if (title && ts.isStringLiteralLike(title)) places.titles.push({ file, text: title.text })
}

function addName(places: Places, file: string, node: ts.Node, source: ts.SourceFile): void {
  if (!ts.isFunctionDeclaration(node) || !node.name || !node.body) return
  const signature = source.text.slice(node.getStart(), node.body.getStart())
  places.names.push({ file, text: oneLine(signature) })
}

function addScreenTexts(places: Places, file: string, node: ts.Node, source: ts.SourceFile): void {
  if (!ts.isPropertyAssignment(node) || !/^(?:en|nl)$/u.test(node.name.getText(source))) return
  if (!ts.isObjectLiteralExpression(node.initializer)) return
  const kind = node.name.getText(source) === 'en' ? 'screens EN' : 'screens NL'
  for (const property of node.initializer.properties) {
    if (!ts.isPropertyAssignment(property)) continue
    const text = oneLine(property.initializer.getText(source))
    if (hasWords(text)) places[kind].push({ file, text })
  }
}

/** Creates a seeded generator (Mulberry32), so that the same commit draws the same places. */
function createRandom(seed: string): () => number {
  let state = Number.parseInt(seed.slice(0, 8), 16)
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function drawSample<T>(all: readonly T[], count: number, random: () => number): T[] {
  const left = [...all]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

const { values, positionals } = parseArgs({
  options: { commit: { type: 'string', default: 'HEAD' }, earlier: { type: 'string', default: '507dce7a' } },
  allowPositionals: true,
})
const [folder = 'reading'] = positionals
const commit = runGit('rev-parse', values.commit).trim()
const random = createRandom(commit)
const now = collectPlaces(readFiles(commit))
const earlier = collectPlaces(readFiles(values.earlier))
const key: Record<string, { kind: Kind; isEarlier: boolean; file: string }> = {}
const lines = ['# Places', '']
let number = 0
for (const kind of KINDS) {
  const mixed = [
    ...drawSample(now[kind], DRAWN.now, random).map((place) => ({ ...place, isEarlier: false })),
    ...drawSample(earlier[kind], DRAWN.earlier, random).map((place) => ({ ...place, isEarlier: true })),
  ]
  lines.push(`## ${kind}`, '')
  for (const { file, text, isEarlier } of drawSample(mixed, mixed.length, random)) {
    number += 1
    key[number] = { kind, isEarlier, file }
    lines.push(`${number}. ${text}`)
  }
  lines.push('')
}
mkdirSync(folder, { recursive: true })
writeFileSync(join(folder, 'places.md'), lines.join('\n'))
writeFileSync(
  join(folder, 'key.json'),
  `${JSON.stringify({ commit, earlier: values.earlier, places: key }, null, 1)}\n`,
)
console.log(`${number} places of ${commit.slice(0, 8)} and ${values.earlier} are in ${folder}`)
