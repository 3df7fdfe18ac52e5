import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { describeInOneLine } from './one-line.ts'

it('returns only the first line of a message, without colours', () => {
  expect(describeInOneLine(new Error('\u001B[31mNo such file\u001B[39m\n  and why'))).toBe('No such file')
  expect(describeInOneLine('\n\nweb: broken\nmore')).toBe('web: broken')
  expect(describeInOneLine('Transform failed with 1 error:\n\n  Unexpected token\nmore')).toBe(
    'Transform failed with 1 error: Unexpected token',
  )
})

it('names the file of a bundler error relative to the working folder', () => {
  const at = { loc: { file: `${process.cwd()}/web/src/main.tsx`, line: 12, column: 3 } }
  expect(describeInOneLine(Object.assign(new Error('Unexpected token'), at))).toBe(
    'web/src/main.tsx:12: Unexpected token',
  )
  expect(
    describeInOneLine(Object.assign(new Error('Unexpected token'), { id: `${process.cwd()}/web/src/one.css` })),
  ).toBe('web/src/one.css: Unexpected token')
})

it.each([
  ['broken.ts', 'const one: number = 1\nconst two: = 2\n', ':2: '],
  ['broken.js', 'const one = 1\n<<<<<<<\n', ':2: '],
  ['missing.ts', "import './nowhere.ts'\n", 'Cannot find module'],
])('describes why Node cannot load %s', async (name, content, expected) => {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-one-line-'))
  try {
    await writeFile(join(folder, name), content)
    const module = new URL('one-line.ts', import.meta.url).href
    const code = `const { describeInOneLine } = await import(${JSON.stringify(module)})
      await import('./${name}').catch((error) => console.log(describeInOneLine(error)))`
    await writeFile(join(folder, 'main.mjs'), code)
    const { stdout } = await promisify(execFile)(process.execPath, ['main.mjs'], { cwd: folder })
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining(expected)])
    expect(stdout).toContain(name)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

it('names the line in this repository for an unexpected error only', () => {
  const stack = (name: string, file: string): string =>
    `${name}: x is not a function\n    at make (file://${process.cwd()}/node_modules/zod/a.js:1:2)\n    at file://${process.cwd()}/${file}:7:3`
  const described = (name: string, file: string): string =>
    describeInOneLine(Object.assign(new Error('x is not a function'), { name, stack: stack(name, file) }))
  expect(described('TypeError', 'server/src/app.ts')).toBe('server/src/app.ts:7: x is not a function')
  expect(described('Error', 'contract/src/limits.ts')).toBe('contract/src/limits.ts:7: x is not a function')
  expect(described('Error', 'server/src/env.ts')).toBe('x is not a function')
})

it('the message for a port in use names no file', async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve))
  const { port } = holder.address() as AddressInfo
  try {
    const second = createServer()
    const error = await new Promise((resolve) => second.once('error', resolve).listen(port, '127.0.0.1'))
    expect(describeInOneLine(error)).toBe(`listen EADDRINUSE: address already in use 127.0.0.1:${port}`)
  } finally {
    await new Promise((resolve) => holder.close(resolve))
  }
})
