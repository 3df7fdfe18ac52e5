import { join, relative } from 'node:path'

import ts from 'typescript'

const isJsx = (node: ts.Node): boolean =>
  ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)

const isFragment = (node: ts.JsxElement | ts.JsxFragment): boolean =>
  ts.isJsxFragment(node) || node.openingElement.tagName.getText() === 'Fragment'

const isSign = (text: string): boolean => !/\p{L}/u.test(text)
const isSignLiteral = (node: ts.Node): boolean => ts.isStringLiteral(node) && isSign(node.text)

function listLeaves(expression: ts.Expression): ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return listLeaves(expression.expression)
  if (ts.isConditionalExpression(expression))
    return [...listLeaves(expression.whenTrue), ...listLeaves(expression.whenFalse)]
  if (!ts.isBinaryExpression(expression)) return [expression]
  const { left, operatorToken, right } = expression
  if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return listLeaves(right)
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [left, ...listLeaves(right)]
  return [expression]
}

function isRenderFunction(node: ts.FunctionDeclaration | ts.ArrowFunction): boolean {
  if (node.name) return /^[A-Z]/u.test(node.name.text)
  const { parent } = node
  return ts.isCallExpression(parent) && /\.(?:map|flatMap)$/u.test(parent.expression.getText())
}

function listReturnedExpressions({ body }: ts.FunctionDeclaration | ts.ArrowFunction): ts.Expression[] {
  if (!body) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

const REMEDY = 'text beside something that changes has an element of its own, for example a <span>'

/**
 * Finds text beside siblings that can change. Browser translation replaces such text, and React then changes a detached
 * node (decision 117).
 */
export function findBareText(root: string, sample: string): string[] {
  const samplePath = join(root, 'web/src/sample.tsx')
  const { config } = ts.readConfigFile(join(root, 'web/tsconfig.json'), (path) => ts.sys.readFile(path)) as {
    config: unknown
  }
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'web'))
  const host = ts.createCompilerHost(options)
  const read = host.getSourceFile.bind(host)
  host.getSourceFile = (path, version, ...rest) =>
    path === samplePath ? ts.createSourceFile(path, sample, version, true) : read(path, version, ...rest)
  const isOurs = (path: string): boolean => path.startsWith(join(root, 'web/src/')) && !path.includes('.test.')
  const program = ts.createProgram([...fileNames.filter(isOurs), samplePath], options, host)
  const checker = program.getTypeChecker()

  const isText = (type: ts.Type): boolean => {
    if (type.isUnion()) return type.types.some(isText)
    const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
    if (checker.isArrayType(type) && element) return isText(element)
    return (type.flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike)) !== 0
  }
  /** True for the type `ReactNode`. A slot of this type is for elements, although the type also includes text. */
  const isSlot = (type: ts.Type): boolean => checker.typeToString(type).includes('ReactNode')
  const canBeText = (expression: ts.Expression): boolean => {
    if (isJsx(expression)) return false
    const type = checker.getTypeAtLocation(expression)
    return isText(type) && !isSlot(type)
  }
  const isFixed = (child: ts.JsxChild): boolean => {
    if (!ts.isJsxExpression(child) || !child.expression) return true
    const { expression } = child
    if (ts.isStringLiteral(expression) || ts.isNoSubstitutionTemplateLiteral(expression)) return true
    if (ts.isPropertyAccessExpression(expression)) return /texts$/iu.test(expression.expression.getText())
    return /^(?:JSX\.)?Element$/u.test(checker.typeToString(checker.getTypeAtLocation(expression)))
  }
  const isBlank = (child: ts.JsxChild): boolean =>
    ts.isJsxText(child) ? child.containsOnlyTriviaWhiteSpaces : ts.isJsxExpression(child) && !child.expression
  const found: string[] = []
  const report = (node: ts.Node): void => {
    const file = node.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(node.getStart())
    found.push(`${relative(root, file.fileName)}:${line + 1}: ${REMEDY}`)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter((child) => !isBlank(child))
      const mayHaveSiblings = children.length > 1 || isFragment(node)
      for (const child of mayHaveSiblings && !children.every(isFixed) ? children : []) {
        if (ts.isJsxText(child) && !isSign(child.text)) report(child)
        if (ts.isJsxExpression(child) && child.expression)
          for (const leaf of listLeaves(child.expression)) if (canBeText(leaf) && !isSignLiteral(leaf)) report(leaf)
      }
    }
    if (ts.isFunctionDeclaration(node) || ts.isArrowFunction(node)) {
      const leaves = isRenderFunction(node) ? listReturnedExpressions(node).flatMap(listLeaves) : []
      if (leaves.some(isJsx)) for (const leaf of leaves) if (canBeText(leaf)) report(leaf)
    }
    ts.forEachChild(node, visit)
  }
  for (const file of program.getSourceFiles()) if (isOurs(file.fileName)) visit(file)
  return found
}
