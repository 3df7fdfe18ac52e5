import { OPERATOR_ROLES, type OperatorRole } from '@kundig/contract/operations/operator-roles'

import { readEnv } from '../../../env.ts'
import { type Database, openDatabase } from '../../../platform/database/database.ts'
import { startEmbeddedPostgres } from '../../../platform/database/embedded-postgres.ts'
import { createLogger, describeError } from '../../../platform/logging/logger.ts'
import { createReportQueueService } from '../../safety/reports/report-queue.service.ts'
import { hasRolesTable } from './operator.repository.ts'
import { OperatorService, type RoleChange } from './operator.service.ts'

/** `npm run operator` lists and changes operators. It checks no role, because the caller has database access. */

const USAGE = `Lists and changes the operators:
  npm run operator -- list
  npm run operator -- add ADDRESS [owner|moderator|viewer]   default: owner
  npm run operator -- remove ADDRESS
  npm run operator -- reset-second-factor ADDRESS              after a lost phone and lost codes
  npm run operator -- reports                                  open cases, most serious and oldest first`

const REPORTS_SHOWN = 100

/** Messages by outcome. `no owner` cannot occur, because the command needs no role. */
const OUTCOMES: Record<Exclude<RoleChange, 'changed' | 'no owner'>, string> = {
  unchanged: 'Nothing to change: the role is already so.',
  'no account': 'No account has that address.',
  'not confirmed': 'That address is not confirmed yet. The person has to confirm it first.',
  'last owner': 'That is the only owner. Add another one first.',
}

class CliError extends Error {}

function parseCommand(
  words: readonly string[],
): ((operators: OperatorService, db: Database) => Promise<string>) | null {
  const [verb, address, roleName = 'owner', ...rest] = words
  if (verb === 'list' && words.length === 1) return describeOperators
  if (verb === 'reports' && words.length === 1) return (_operators, db) => describeReports(db)
  if (address === undefined || rest.length > 0) return null
  const role = OPERATOR_ROLES.find((one) => one === roleName)
  if (verb === 'add' && role) return (operators) => changeRole(operators, address, role)
  if (verb === 'reset-second-factor' && words.length === 2) return (operators) => resetSecondFactor(operators, address)
  if (verb === 'remove' && words.length === 2) return (operators) => changeRole(operators, address, null)
  return null
}

async function describeOperators(operators: OperatorService): Promise<string> {
  const listed = await operators.list()
  if (listed.length === 0) return 'No operators yet. Add the first: npm run operator -- add ADDRESS'
  return listed.map(({ role, since, email }) => `${role.padEnd(9)}  since ${since.toISOString()}  ${email}`).join('\n')
}

/** Describes reports by ids and figures, without names and without texts that people wrote. */
async function describeReports(db: Database): Promise<string> {
  const cases = await createReportQueueService({ db }).list({ after: null, limit: REPORTS_SHOWN, readerId: null })
  if (cases.length === 0) return 'No report waits for a decision.'
  return cases
    .map(({ category, reportCount, openedAt, subjectKind, subjectId, subjectSeq, id }) =>
      [
        category.padEnd(10),
        `${reportCount} reports`.padStart(12),
        `since ${openedAt.toISOString()}`,
        `${subjectKind} ${subjectId}${subjectSeq > 0 ? `:${subjectSeq}` : ''}`,
        `case ${id}`,
      ].join('  '),
    )
    .join('\n')
}

async function changeRole(operators: OperatorService, address: string, role: OperatorRole | null): Promise<string> {
  const outcome = await operators.change(address, role, null)
  if (outcome === 'changed') return role === null ? `${address} no longer has a role.` : `${address} is ${role} now.`
  if (outcome === 'unchanged') return OUTCOMES[outcome]
  if (outcome === 'no owner') throw new Error('unexpected outcome: no owner')
  throw new CliError(OUTCOMES[outcome])
}

async function resetSecondFactor(operators: OperatorService, address: string): Promise<string> {
  const outcome = await operators.resetSecondFactor(address)
  if (outcome === 'no account') throw new CliError(OUTCOMES[outcome])
  if (outcome === 'none') throw new CliError('That account has no second factor.')
  return `${address} no longer has a second factor, and is logged out everywhere. Inform the person.`
}

async function runOperatorCommand(): Promise<string> {
  const work = parseCommand(process.argv.slice(2))
  if (!work) throw new CliError(USAGE)
  const env = readEnv()
  // Throws while a server uses the data folder.
  const embedded = env.databaseUrl === undefined ? await startEmbeddedPostgres({ dataDir: env.dataDir }) : undefined
  const database = openDatabase(env.databaseUrl ?? embedded?.url ?? '', 1, createLogger('error'))
  try {
    if (!(await hasRolesTable(database.db)))
      throw new CliError(
        'The database has not been migrated: start this release of Kundig once, then run the command again.',
      )
    return await work(new OperatorService(database), database.db)
  } catch (error) {
    if (error instanceof CliError) throw error
    // Omits the error's message, because it contains the query and the input.
    throw new CliError(`The database cannot be used: ${describeError(error)}`, { cause: error })
  } finally {
    await database.close()
    await embedded?.stop()
  }
}

try {
  process.stdout.write(`${await runOperatorCommand()}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
