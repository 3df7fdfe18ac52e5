import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const flows = globSync('docs/flows/*.md', { cwd: root })
const sources = Map.groupBy(
  globSync('{contract,server,web}/src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.')),
  (file) => basename(file),
)

function findMissing(text: string): string[] {
  const participants = new Map(
    Array.from(text.matchAll(/^ *participant (\w+) as (\S+\.tsx?)$/gmu), ([, alias = '', file = '']) => [alias, file]),
  )
  const read = (file: string): string =>
    (sources.get(file) ?? []).map((path) => readFileSync(join(root, path), 'utf8')).join('\n')
  const calls = Array.from(text.matchAll(/->>(\w+): (\w+)\(/gu), ([, alias = '', name = '']) => ({
    file: participants.get(alias),
    name,
  }))
  return [
    ...[...participants.values()].filter((file) => !sources.has(file)),
    ...calls.flatMap(({ file, name }) =>
      file === undefined || new RegExp(`\\b${name}\\b`, 'u').test(read(file)) ? [] : [`${file}: ${name}`],
    ),
  ]
}

describe('docs/flows', () => {
  it.each(flows)('%s calls only existing functions', (flow) => {
    expect(findMissing(readFileSync(join(root, flow), 'utf8'))).toEqual([])
  })

  it('a diagram that names a missing file or function is rejected', () => {
    const diagram =
      'participant A as app.ts\nparticipant B as gone.ts\nB->>A: startApp(options)\nB->>A: stopApp(options)'
    expect(findMissing(diagram)).toEqual(['gone.ts', 'app.ts: stopApp'])
  })
})
