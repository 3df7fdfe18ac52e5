import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const PARTS = ['contract', 'server', 'stripe-simulator'] as const

function isFunction(node: ts.Node | undefined): boolean {
  return node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node))
}

/** The names of the functions and classes that a file gives to others without a word on them. */
function unexplained(name: string, text: string): string[] {
  return ts
    .createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    .statements.filter(
      (statement) =>
        ts.canHaveModifiers(statement) &&
        ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true &&
        ts.getJSDocCommentsAndTags(statement).length === 0,
    )
    .flatMap((statement) => {
      if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
        return [statement.name?.text ?? 'default']
      if (!ts.isVariableStatement(statement)) return []
      return statement.declarationList.declarations
        .filter(({ initializer }) => isFunction(initializer))
        .map((declaration) => declaration.name.getText())
    })
}

describe('what a file gives to others', () => {
  it.each(PARTS)('has a docstring in %s', (part) => {
    const files = globSync('src/**/*.ts', { cwd: join(root, part) }).filter((name) => !name.endsWith('.test.ts'))
    expect(files.length).toBeGreaterThan(10)
    const found = files.flatMap((name) =>
      unexplained(name, readFileSync(join(root, part, name), 'utf8')).map((what) => `${name}: ${what}`),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['export function one() {}', ['one']],
    ['export async function one() {}', ['one']],
    ['// Not for whoever calls it.\nexport function one() {}', ['one']],
    ['export const one = () => 1', ['one']],
    ['export class One {}', ['One']],
    ['export default function () {}', ['default']],
    ['/** It is one. */\nexport function one() {}', []],
    ['/** It is one. */\nexport const one = () => 1', []],
    ['function one() {}', []],
    ['export const ONE = 1', []],
  ])('is seen or let go: %s', (text, names) => {
    expect(unexplained('one.ts', text)).toEqual(names)
  })
})
