// @module-tag slow
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { afterEach, beforeEach, expect, it } from 'vitest'

const run = promisify(execFile)
const MODULE = new URL('web-build.ts', import.meta.url).href

/** Fake build that empties the folder and then fills it, as Vite does. */
const BUILD = `
  import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
  rmSync('dist', { recursive: true, force: true })
  mkdirSync('dist/client/.vite', { recursive: true })
  mkdirSync('dist/server', { recursive: true })
  appendFileSync('builds', 'one')
  await new Promise((resolve) => setTimeout(resolve, 300))
`

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kundig-web-build-'))
  await write('package.json', JSON.stringify({ private: true, workspaces: ['web'] }))
  await write('package-lock.json', '{}')
  await write('web/package.json', JSON.stringify({ name: 'web', type: 'module', scripts: { build: 'node build.js' } }))
  await write('web/build.js', BUILD)
  await write('web/src/one.ts', 'export const one = 1')
  await write('contract/src/two.ts', 'export const two = 2')
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(file: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, file)), { recursive: true })
  await writeFile(join(root, file), content)
}

/** Builds in a separate process, because its usual callers are separate processes. */
async function ensure(): Promise<void> {
  const code = `const { ensureWebBuild } = await import(${JSON.stringify(MODULE)}); ensureWebBuild(${JSON.stringify(root)})`
  await run(process.execPath, ['--input-type=module', '-e', code])
}

async function countBuilds(): Promise<number> {
  const builds = await readFile(join(root, 'web/builds'), 'utf8').catch(() => '')
  return builds.length / 'one'.length
}

it('builds the web client once for all concurrent callers, and not again', async () => {
  await Promise.all([ensure(), ensure(), ensure()])
  await ensure()
  expect(await countBuilds()).toBe(1)
})

it.each([
  ['web/src/one.ts', 'export const one = 3'],
  ['web/src/another.ts', ''],
  ['contract/src/two.ts', 'export const two = 3'],
  ['package-lock.json', '{ "lockfileVersion": 3 }'],
])('builds the web client again after a change of %s', async (file, content) => {
  await ensure()
  await write(file, content)
  await ensure()
  expect(await countBuilds()).toBe(2)
})

it('builds the web client again after a build with unknown sources', async () => {
  await ensure()
  await run(process.execPath, ['build.js'], { cwd: join(root, 'web') })
  await ensure()
  expect(await countBuilds()).toBe(3)
})

it('does not build the web client again for a changed test', async () => {
  await ensure()
  await write('web/src/one.test.ts', 'a test')
  await ensure()
  expect(await countBuilds()).toBe(1)
})

it('reports the output of a failed build, and builds again at the next call', async () => {
  await write('web/build.js', 'throw new Error("no such component")')
  await expect(ensure()).rejects.toThrow('no such component')
  await write('web/build.js', BUILD)
  await ensure()
  expect(await countBuilds()).toBe(1)
})
