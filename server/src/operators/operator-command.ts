import { readEnv } from '../env.ts'
import { openDatabase } from '../platform/database/database.ts'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { createLogger } from '../platform/logging/logger.ts'
import { OPERATOR_ROLES, type OperatorRole } from './operator-roles.ts'
import { createOperatorService, type OperatorService, type RoleChange } from './operator.service.ts'

/**
 * `npm run operator`: says who runs the site. Whoever may start it has the database anyway, so nobody is asked who they
 * are.
 */

const USAGE = `Who runs the site:
  npm run operator -- list
  npm run operator -- add ADDRESS [owner|moderator|viewer]   owner when left out
  npm run operator -- remove ADDRESS`

const OUTCOMES: Record<Exclude<RoleChange, 'changed'>, string> = {
  unchanged: 'Nothing was changed: that is so already.',
  'no account': 'No account has that address.',
  'not confirmed':
    'That address is not confirmed yet, so it may be somebody else’s. Its owner has to confirm it first.',
  'last owner': 'That is the only owner. Add another one first.',
}

/** What is to be done, of the words of the command line; null when they say nothing that there is. */
function read(words: readonly string[]): ((operators: OperatorService) => Promise<string>) | null {
  const [verb, address, roleName = 'owner', ...rest] = words
  if (verb === 'list' && words.length === 1) return describe
  if (address === undefined || rest.length > 0) return null
  const role = OPERATOR_ROLES.find((one) => one === roleName)
  if (verb === 'add' && role) return (operators) => change(operators, address, role)
  if (verb === 'remove' && words.length === 2) return (operators) => change(operators, address, null)
  return null
}

async function describe(operators: OperatorService): Promise<string> {
  const listed = await operators.list()
  if (listed.length === 0) return 'Nobody runs the site yet: npm run operator -- add ADDRESS'
  return listed.map(({ role, since, email }) => `${role.padEnd(9)}  since ${since.toISOString()}  ${email}`).join('\n')
}

/** @throws Error when there was something to change, and it could not be */
async function change(operators: OperatorService, address: string, role: OperatorRole | null): Promise<string> {
  const outcome = await operators.change(address, role, null)
  if (outcome === 'changed') return role === null ? `${address} has no role any more.` : `${address} is ${role} now.`
  if (outcome === 'unchanged') return OUTCOMES[outcome]
  throw new Error(OUTCOMES[outcome])
}

async function run(): Promise<string> {
  const work = read(process.argv.slice(2))
  if (!work) throw new Error(USAGE)
  const env = readEnv()
  // Refuses while a server uses the folder.
  const embedded = env.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: env.dataDir }) : undefined
  const database = openDatabase(env.databaseUrl ?? embedded?.url ?? '', 1, createLogger('error'))
  try {
    return await work(createOperatorService(database))
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

try {
  process.stdout.write(`${await run()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
