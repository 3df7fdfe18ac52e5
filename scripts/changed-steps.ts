import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { PERMISSIONS } from '@kundig/testing/permissions/permission-table'

import { root, type Step } from './run-steps.ts'
import { LANDING_TAGS } from './test-parts.ts'

const FEATURE = /^(?:contract|server|web)\/src\/(?:features\/)?(?<path>[\w-]+(?:\/[\w-]+)*)\/(?<name>[^/]+)$/u
const SERVER_TESTS = 'server/test'
const JOURNEYS = 'tests/journeys'
/** Features whose screens and journeys are tested with another feature. */
const SHOWN_BY: Readonly<Record<string, string>> = { refunds: 'payments', books: 'payments' }
const DATABASE = /^server\/(?:migrations|src\/tables)\//u
const DATABASE_TEST = `${SERVER_TESTS}/platform/database/schema.test.ts`
const APPLICATION = 'application'

/** Lists files that differ from a revision, including new files and excluding deleted files. */
function findChangedFiles(revision: string): string[] {
  const git = (...command: string[]): string[] => {
    const { status, stdout, stderr } = spawnSync('git', command, { cwd: root, encoding: 'utf8' })
    if (status !== 0) throw new Error(`git ${command.join(' ')}: ${stderr.trim()}`)
    return stdout.split('\n').filter((line) => line !== '')
  }
  return [
    ...git('diff', '--name-only', '--diff-filter=d', revision),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

function parsePath(file: string): { feature: string; folders: string[]; name: string } | undefined {
  const { path = '', name = '' } = FEATURE.exec(file)?.groups ?? {}
  const [feature = '', ...folders] = path.split('/')
  return feature !== '' && existsSync(join(root, SERVER_TESTS, feature)) ? { feature, folders, name } : undefined
}

/**
 * Finds the folder of a file's service tests: the file's own subfolder, or a folder that begins with the first word of
 * its name (`refund-rules.ts`: `refunds/`), or else the feature's folder.
 */
function findServiceTests(file: string): string | undefined {
  if (file.startsWith(`${SERVER_TESTS}/`)) return file
  if (file.startsWith('web/')) return undefined
  if (DATABASE.test(file)) return DATABASE_TEST
  const place = parsePath(file)
  if (place === undefined) return undefined
  const { feature, folders, name } = place
  const [word = ''] = name.split(/[-.]/u)
  const own = join(SERVER_TESTS, feature, ...folders)
  if (folders.length > 0 && existsSync(join(root, own))) return `${own}/`
  const named = globSync(`${SERVER_TESTS}/${feature}/${word}*/`, { cwd: root })
  return `${named[0] ?? join(SERVER_TESTS, feature)}/`
}

function findJourneyTests(file: string): string | undefined {
  if (file.startsWith(`${JOURNEYS}/`)) return file.endsWith('.spec.ts') ? file : undefined
  const feature = parsePath(file)?.feature
  const folder = feature && (SHOWN_BY[feature] ?? feature)
  if (folder !== undefined && existsSync(join(root, JOURNEYS, folder))) return `${JOURNEYS}/${folder}/`
  return file.startsWith('web/') ? `${JOURNEYS}/${APPLICATION}/` : undefined
}

function findTouchedOperations(features: ReadonlySet<string>): string[] {
  const contracts = [...features].flatMap((feature) =>
    globSync(`contract/src/${feature}/**/*.contract.ts`, { cwd: root }),
  )
  const paths = contracts.flatMap((file) =>
    Array.from(readFileSync(join(root, file), 'utf8').matchAll(/path: '(?<path>[^']+)'/gu), ([, path = '']) => path),
  )
  return PERMISSIONS.filter(({ calls = '' }) => paths.includes(calls.replace(/^\w+ /u, ''))).map((row) => row.operation)
}

const unique = (values: readonly (string | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== undefined)),
]

/** Returns steps that test the changes since a revision. Not all users of `platform` and `design-system` are tested. */
export function findChangedSteps(revision: string): Step[] {
  const changes = findChangedFiles(revision).filter((file) => /\.(?:tsx?|sql|css)$/u.test(file))
  const sources = changes.filter((file) =>
    /^(?:contract|server|web|stripe-simulator|testing|tests\/architecture)\//u.test(file),
  )
  const service = unique(changes.map(findServiceTests))
  const features = new Set(
    unique(changes.filter((file) => !/^(?:web|tests)\//u.test(file)).map((file) => parsePath(file)?.feature)),
  )
  const operations = findTouchedOperations(features)
  const journeys = unique(changes.map(findJourneyTests))
  const specs = journeys.filter((path) => path.endsWith('.ts'))
  const folders = journeys.filter((path) => !path.endsWith('.ts'))
  return [
    ...(sources.length > 0 ? [{ script: 'test:related', args: [...sources, `--tags-filter=${LANDING_TAGS}`] }] : []),
    ...(service.length > 0 ? [{ script: 'test:service', args: [...service, `--tags-filter=${LANDING_TAGS}`] }] : []),
    ...(operations.length > 0
      ? [
          {
            script: 'test:service',
            args: [
              `${SERVER_TESTS}/permissions.test.ts`,
              '-t',
              `may (?:${operations.map((operation) => RegExp.escape(operation)).join('|')}):`,
            ],
          },
        ]
      : []),
    ...(specs.length > 0 ? [{ script: 'test:e2e', args: specs }] : []),
    ...(folders.length > 0 ? [{ script: 'test:e2e', args: [...folders, '--grep=@core'] }] : []),
  ]
}
