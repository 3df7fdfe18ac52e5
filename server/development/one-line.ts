import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

/** Fields that bundlers add to an error about a file. */
interface FileError {
  id?: string
  loc?: { file?: string; line?: number; column?: number }
}

/** Returns e.g. `server/src/main.ts:12: SyntaxError: Unexpected token`, with the path relative to the working folder. */
export function describeInOneLine(error: unknown): string {
  const message = stripVTControlCharacters(error instanceof Error ? error.message : String(error))
  const [first = '', second = ''] = message.split('\n').filter((line) => line.trim() !== '')
  // If the first line ends like "Transform failed with 1 error:", the second line has the cause.
  const what = first.endsWith(':') ? `${first} ${second.trim()}` : first
  const place = findSourceLocation(error)
  return place === undefined ? what : `${place}: ${what}`
}

function findSourceLocation(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  const { id, loc }: Error & FileError = error
  const file = loc?.file ?? id
  if (file !== undefined) return `${relative(process.cwd(), file)}${loc?.line === undefined ? '' : `:${loc.line}`}`
  // The stack of a module that Node cannot parse begins with file and line.
  const [, module, line] = /^((?:file:|\/|[a-z]:\\).+):(\d+)$/iu.exec(error.stack?.split('\n')[0] ?? '') ?? []
  if (module !== undefined) return `${toRelativePath(module)}:${line}`
  return findRepositoryFrame(error)
}

/** Returns the first stack frame in this repository, for unexpected errors only: others explain themselves. */
function findRepositoryFrame({ name, stack = '' }: Error): string | undefined {
  const frames = stack.matchAll(/^ +at .*?((?:file:|\/)[^\s()]+):(\d+):\d+\)?$/gmu)
  for (const [, module = '', line] of frames) {
    const file = toRelativePath(module)
    if (/^(?:\.\.|.*\bnode_modules\/)/u.test(file)) continue
    return name !== 'Error' || file.startsWith('contract/') ? `${file}:${line}` : undefined
  }
  return undefined
}

const toRelativePath = (module: string): string =>
  relative(process.cwd(), module.startsWith('file:') ? fileURLToPath(module) : module)
