import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Skipped and exclusive tests of Vitest and Playwright. */
const LEFT_OUT = [
  /\b(?:it|test|describe|suite)(?:\.\w+)*\.(?:skip|only|todo|fixme|fails|fail|skipIf|runIf)\b/,
  /(?<![\w.])(?:xit|xtest|xdescribe|fit|fdescribe)\s*\(/,
]

/** Suppressions of a lint rule without a reason after `--`, of a type error, or of all rules. */
const UNEXPLAINED = [
  /(?:oxlint|eslint)-disable(?:-next-line|-line)?(?![\w-])(?!.* -- \S)/,
  /(?:oxlint|eslint)-disable(?:-next-line|-line)?\s*(?:--|\*\/|$)/m,
  /@ts-(?:ignore|nocheck)/,
]

const files = globSync('{contract,server,web,stripe-simulator,testing,tests,scripts}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**', 'tests/architecture/own-words.test.ts'],
})

function places(patterns: RegExp[]): string[] {
  return files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (patterns.some((pattern) => pattern.test(line)) ? [`${file}:${index + 1}`] : [])),
  )
}

describe('the source code', () => {
  it('neither skips nor focuses a test', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(places(LEFT_OUT)).toEqual([])
  })

  it('gives a reason for every suppressed rule', () => {
    expect(places(UNEXPLAINED)).toEqual([])
  })

  it.each(['it.skip(', 'describe.only(', 'test.describe.only(', 'test.fixme(', 'it.concurrent.skip(', 'xit('])(
    'is rejected with %s',
    (text) => {
      expect(LEFT_OUT.some((pattern) => pattern.test(text))).toBe(true)
    },
  )

  it.each(['submit(', 'unit.only', 'profit(', 'test.step(', 'it.each(', 'pool.skip'])('is accepted with %s', (text) => {
    expect(LEFT_OUT.some((pattern) => pattern.test(text))).toBe(false)
  })

  it.each(['// oxlint-disable-next-line no-shadow', '/* oxlint-disable */', '// oxlint-disable-line -- because'])(
    'is rejected with %s',
    (text) => {
      expect(UNEXPLAINED.some((pattern) => pattern.test(text))).toBe(true)
    },
  )

  it('may suppress a lint rule with a reason', () => {
    const line = '// oxlint-disable-next-line no-await-in-loop -- each step needs the one before'
    expect(UNEXPLAINED.some((pattern) => pattern.test(line))).toBe(false)
  })
})
