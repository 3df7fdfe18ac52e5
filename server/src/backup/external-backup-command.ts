import { parseArgs } from 'node:util'

import { readEnv } from '../env.ts'
import { describeError } from '../platform/logging/logger.ts'
import { recordExternalBackup } from './backup.repository.ts'
import { CliError, runCommand } from './cli.ts'
import { recordLastBackup } from './last-backup.ts'

const USAGE = `Records a backup that another tool made:
  npm run backup:external                                    now
  npm run backup:external -- --at 2030-01-31T03:30:00Z --bytes 1000000`

/** Tolerance for a reported time in the future, from a machine whose clock is fast (ms). */
const CLOCK_SLACK_MS = 5 * 60_000

function parseBackupArguments(words: string[]): { endedAt: Date; sizeBytes: number | null } {
  let values
  try {
    values = parseArgs({ args: words, options: { at: { type: 'string' }, bytes: { type: 'string' } } }).values
  } catch {
    throw new CliError(USAGE)
  }
  const endedAt = values.at === undefined ? new Date() : new Date(values.at)
  const sizeBytes = values.bytes === undefined ? null : Number(values.bytes)
  if (Number.isNaN(endedAt.getTime())) throw new CliError(`--at is not a date and time.\n${USAGE}`)
  if (endedAt.getTime() > Date.now() + CLOCK_SLACK_MS) throw new CliError(`--at is in the future.\n${USAGE}`)
  if (sizeBytes !== null && (!Number.isSafeInteger(sizeBytes) || sizeBytes < 0))
    throw new CliError(`--bytes is not a whole number of bytes.\n${USAGE}`)
  return { endedAt, sizeBytes }
}

async function runExternalBackup(): Promise<string> {
  const { endedAt, sizeBytes } = parseBackupArguments(process.argv.slice(2))
  const { databaseUrl, dataDir } = readEnv()
  const at = endedAt.toISOString()
  if (databaseUrl === undefined) {
    // A running server locks the embedded database, so the report goes into a file.
    await recordLastBackup(dataDir, {
      folder: 'recorded by another tool',
      startedAt: at,
      endedAt: at,
      sizeBytes: sizeBytes ?? 0,
    })
  } else {
    try {
      await recordExternalBackup(databaseUrl, endedAt, sizeBytes)
    } catch (error) {
      // The driver's message may contain the password.
      throw new CliError(`The database cannot be used: ${describeError(error)}`, { cause: error })
    }
  }
  return `Noted: a backup of ${at}.`
}

await runCommand(runExternalBackup)
