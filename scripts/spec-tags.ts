import ts from 'typescript'

const TESTS = new Set(['it', 'test', 'describe'])
const EACH = new Set(['each', 'for'])
/** Tag on a separate line: `// spec 5.12` or `// spec 5.12, 5.13`. */
const TAG = /^\/\/ spec (?<ids>\d+\.\d+(?:, \d+\.\d+)*)$/u

export interface TaggedTest {
  ids: string[]
  /** Title of a test as written, such as a template with `${…}`, or the first text of a test case. */
  title: string
}

function readLiteralText(node: ts.Node | undefined): string | undefined {
  if (node === undefined) return undefined
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : undefined
}

function readTitle(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node)) return undefined
  const callee = ts.isCallExpression(node.expression) ? node.expression.expression : node.expression
  const isTest = ts.isIdentifier(callee) && TESTS.has(callee.text)
  const isTable =
    ts.isPropertyAccessExpression(callee) &&
    ts.isIdentifier(callee.expression) &&
    TESTS.has(callee.expression.text) &&
    EACH.has(callee.name.text)
  return isTest || isTable ? readLiteralText(node.arguments[0]) : undefined
}

function findFirstText(node: ts.Node): string | undefined {
  return readLiteralText(node) ?? ts.forEachChild(node, findFirstText)
}

function findTaggableText(node: ts.Node): string | undefined {
  if (ts.isExpressionStatement(node)) return readTitle(node.expression)
  // If a test case is an object, its text is the value of a property.
  if (ts.isPropertyAssignment(node)) return readLiteralText(node.initializer)
  return ts.isArrayLiteralExpression(node.parent) ? findFirstText(node) : undefined
}

/** Finds a file's tagged tests in order, and the lines (from 1) of tags that stand above no test or case. */
export function readSpecTags(name: string, source: string): { tests: TaggedTest[]; strayLines: number[] } {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true)
  const claimed = new Set<number>()
  const tests: TaggedTest[] = []
  const visit = (node: ts.Node): void => {
    const title = findTaggableText(node)
    if (title !== undefined) {
      const ids: string[] = []
      for (const { pos, end } of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) {
        const named = TAG.exec(source.slice(pos, end))?.groups?.['ids']
        if (named === undefined || claimed.has(pos)) continue
        claimed.add(pos)
        ids.push(...named.split(', '))
      }
      if (ids.length > 0) tests.push({ ids, title })
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(file, visit)

  const strayLines: number[] = []
  let start = 0
  for (const [index, line] of source.split('\n').entries()) {
    const indent = line.length - line.trimStart().length
    if (/^\/\/ spec \d+\.\d/u.test(line.trim()) && !claimed.has(start + indent)) strayLines.push(index + 1)
    start += line.length + 1
  }
  return { tests, strayLines }
}
