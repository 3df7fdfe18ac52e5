import { globSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Documents for newcomers, whose file names the test checks. */
const documents = [
  ...globSync('{README,ARCHITECTURE,CONTRIBUTING,SECURITY}.md', { cwd: root }),
  ...globSync('docs/{*,flows/*,operating/*,decisions/*}.md', { cwd: root }),
]

const files = globSync(['**/*', '**/.*', '.*/**'], {
  cwd: root,
  exclude: ['**/{node_modules,dist,.git,.data,.cache,test-results,playwright-report}', 'screens'],
})
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }

const MADE = ['.data', 'screens', 'web/dist']

const FILE = /\.(?:tsx?|[cm]js|md|sql|css|json|ya?ml|html|cfg|example)$/u
/** Placeholders in file names: `x.module.ts`, `noun.policy.ts`, `<feature>.limits.ts`, `…-rules.ts`, `session*`. */
const ANY_NAME = /(?<![\w.-])(?:x|noun)(?=[.-])|(?<=-)x(?=-)|<[^>]+>|…|\*/gu

const folders = new Set(files.flatMap((file) => dirname(file).split(sep)))

/** True for a path, with a file extension or a folder. `NNNN_name.sql` is a placeholder, not a path. */
function isPath(word: string): boolean {
  const [first = '', ...rest] = word.split('/')
  return (FILE.test(word) || (rest.length > 0 && folders.has(first))) && !/^\/|[@:{}[\]=$|#]|\/\d|NNNN/u.test(word)
}

/** True if a file or folder has this path, or a path that ends with it: documents may omit leading folders. */
function exists(path: string): boolean {
  const name = path.replace(/^(?:\.{1,2}\/)+/u, '').replace(/\/$/u, '')
  if (MADE.some((folder) => name === folder || name.startsWith(`${folder}/`))) return true
  const pattern = name
    .split(ANY_NAME)
    .map((part) => part.replaceAll(/[.+?^]/gu, String.raw`\$&`))
    .join('[^/]*')
  const wanted = new RegExp(`(?:^|/)${pattern}$`, 'u')
  return files.some((file) => wanted.test(file))
}

function missingFrom(text: string, folder = '.'): string[] {
  const code = Array.from(text.matchAll(/^```[^]*?^```$|`([^`\n]+)`/gmu), ([block, span]) => ({ block, span }))
  // In code blocks, only a file name with a folder counts as a path, because other code can look like part of a path.
  const paths = code.flatMap(({ block, span }) => {
    const words = (span ?? block).split(/[\s'",;()]+/u).map((word) => word.replace(/[.:]$/u, ''))
    return words.filter((word) => isPath(word) && (span !== undefined || (FILE.test(word) && word.includes('/'))))
  })
  const called = Array.from(text.matchAll(/npm run (?:-s )?(?<name>[a-z][\w:-]*)/gu), ([, name = '']) => name)
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)(?<path>[^)#\s]+)/gu), ([, path = '']) => path)
  return [
    ...paths.filter((path) => !exists(path)),
    ...called.filter((name) => scripts[name] === undefined).map((name) => `npm run ${name}`),
    ...links.filter((path) => !files.includes(join(folder, path).replace(/\/$/u, ''))).map((path) => `(${path})`),
  ]
}

function pathsOnMap(map: string): string[] {
  const above: string[] = []
  return map.split('\n').flatMap((line) => {
    const [, indent, name = '', more = ''] = /^((?: {2}){0,3})(\S+)((?: [\w-]+\/)*)(?= |$)/u.exec(line) ?? []
    if (indent === undefined) return []
    above.splice(indent.length / 2)
    const paths = [name, ...(more.match(/\S+/gu) ?? [])].map((one) => join(...above, one))
    above.push(name)
    return paths
  })
}

describe('the documents', () => {
  it.each(documents)('%s names only existing files, folders and scripts', (document) => {
    expect(missingFrom(readFileSync(join(root, document), 'utf8'), dirname(document))).toEqual([])
  })

  it('show only existing files and folders in maps', () => {
    const [, map = ''] = /^```\n(contract\/[^]*?)^```/mu.exec(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')) ?? []
    const paths = pathsOnMap(map)
    expect(paths).toEqual(expect.arrayContaining(['contract/src/', 'server/src/main.ts', 'tests/']))
    expect(paths.filter((path) => !files.includes(path.replace(/\/$/u, '')))).toEqual([])
  })

  it.each([
    'run `npm run no-such-script`',
    '```sh\nnpm run -s no-such-script\n```',
    'see `tests/architecture/gone.test.ts`',
    'see `gone.test.ts`',
    'in `server/gone/`',
    'each `x.gone.ts`',
    '`npx vitest run server/test/gone.test.ts`',
    '```sh\nnpx vitest run server/test/gone.test.ts\n```',
    'see [the record](docs/decisions/9999-gone.md)',
  ])('are rejected: %s', (text) => {
    expect(missingFrom(text)).toHaveLength(1)
  })

  it.each([
    '`npm run check:types` and `npm test`',
    '`platform/http/pages/pages.ts`, `noun.policy.ts`, `use-x-events.ts`, `<feature>.limits.ts`, `…-rules.ts`, `design-system/`',
    '`GET /api/docs`, `a | b`, `.data/files`, `user:{id}`, `PORT=4000 npm start`',
    'see [the map](ARCHITECTURE.md) and [the web](https://example.com/gone.md)',
  ])('are accepted: %s', (text) => {
    expect(missingFrom(text)).toEqual([])
  })
})
