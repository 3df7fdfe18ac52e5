import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

interface Step {
  file: string
  before: string
  after: string
}

function side(hunk: string, left: '+' | '-'): string {
  const lines = hunk.trimEnd().split('\n')
  return lines
    .filter((line) => !line.startsWith(left))
    .map((line) => `${line.slice(1)}\n`)
    .join('')
}

/** Steps of docs/first-change.md: in each `diff`, `+++` names a file, and `@@` separates positions. */
const blocks = readFileSync(join(root, 'docs/first-change.md'), 'utf8').matchAll(/^```diff\n([^]*?)^```$/gmu)
const steps = Array.from(blocks, ([, block = '']) => block.split(/^\+\+\+ /mu).slice(1))
  .flat()
  .flatMap((part): Step[] => {
    const [file = '', ...lines] = part.split('\n')
    const hunks = lines.join('\n').split(/^@@\n/mu)
    return hunks.map((hunk) => ({ file, before: side(hunk, '+'), after: side(hunk, '-') }))
  })

const changes = steps.filter(({ before }) => before !== '')

describe('the worked example of a first change', () => {
  it('covers the contract, the server and the web application', () => {
    const applications = new Set(changes.map(({ file }) => file.split('/', 1)[0]))
    expect([...applications]).toEqual(expect.arrayContaining(['contract', 'server', 'web', 'tests']))
  })

  it.each(changes.map(({ file, ...change }, index) => ({ file, index, change })))(
    'matches $file in step $index: the changed lines exist exactly once, before or after the change',
    ({ file, change: { before, after } }) => {
      const source = `\n${readFileSync(join(root, file), 'utf8')}`
      const placesOf = (lines: string): number => source.split(`\n${lines}`).length - 1
      const isFollowed = placesOf(after) === 1
      expect({ before, places: isFollowed ? 1 : placesOf(before) }).toEqual({ before, places: 1 })
      expect(after).not.toBe(before)
    },
  )
})
