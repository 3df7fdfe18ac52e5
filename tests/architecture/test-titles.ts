import ts from 'typescript'

const TESTS = new Set(['it', 'test', 'describe'])
const EACH = new Set(['each', 'for'])

/** What is given to `each`, when this is the `it.each(cases)` of a test over cases. */
function casesOf(callee: ts.Expression): readonly ts.Expression[] | undefined {
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return undefined
  const { expression: of, name } = callee.expression
  return ts.isIdentifier(of) && TESTS.has(of.text) && EACH.has(name.text) ? callee.arguments : undefined
}

/** A text as it is written: of a template, with its `${…}`. */
function writtenText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, (child) => walk(child, visit))
}

/**
 * What the tests of a file are called, found by parsing: a comment, or a text that is no title, is none.
 * @param text the file's source
 * @returns titles as they are written, and the texts in the tables that tests over cases (`it.each`) go through
 */
export function namesOfTests(text: string): { titles: Set<string>; cases: Set<string> } {
  const file = ts.createSourceFile('a.test.ts', text, ts.ScriptTarget.Latest, true)
  const constants = new Map<string, ts.Expression>()
  const titles = new Set<string>()
  const tables: ts.Node[] = []
  walk(file, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      constants.set(node.name.text, node.initializer)
    if (!ts.isCallExpression(node)) return
    const given = casesOf(node.expression)
    const isTest = ts.isIdentifier(node.expression) && TESTS.has(node.expression.text)
    const title = writtenText(node.arguments[0])
    if ((isTest || given) && title !== undefined) titles.add(title)
    tables.push(...(given ?? []))
  })

  const cases = new Set<string>()
  // A table may be a constant, and made of others: the list grows while it is gone through.
  for (const table of tables) {
    walk(table, (node) => {
      const name = writtenText(node)
      if (name !== undefined) cases.add(name)
      const constant = ts.isIdentifier(node) ? constants.get(node.text) : undefined
      if (constant && !ts.isArrowFunction(constant) && !tables.includes(constant)) tables.push(constant)
    })
  }
  return { titles, cases }
}
