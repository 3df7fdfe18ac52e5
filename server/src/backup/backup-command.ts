import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readEnv } from '../env.ts'
import { backUp } from './back-up.ts'
import { CliError, runCommand } from './cli.ts'
import { formatMegabytes, formatSeconds } from './format.ts'

const USAGE = `Makes a backup, also while Kundig is running:
  npm run backup                     into the folder backups
  npm run backup -- FOLDER           into another folder, better on another disk
  npm run backup -- --dump FOLDER    of an embedded database, too, by pg_dump: for another PostgreSQL`

const DEFAULT_FOLDER = 'backups'

async function runBackup(): Promise<string> {
  let read
  try {
    read = parseArgs({ options: { dump: { type: 'boolean', default: false } }, allowPositionals: true })
  } catch {
    throw new CliError(USAGE)
  }
  const { values, positionals } = read
  if (positionals.length > 1) throw new CliError(USAGE)
  const into = resolve(positionals[0] ?? DEFAULT_FOLDER)
  const { folder, sizeBytes, files, tookMs } = await backUp(readEnv(), into, { asDump: values.dump })
  return [
    `Backed up in ${formatSeconds(tookMs)}: the database${files === null ? '' : ` and ${files} files`}, ${formatMegabytes(sizeBytes)}.`,
    ...(files === null ? ['Files in the bucket are not included: turn on versioning at its provider.'] : []),
    `  ${folder}`,
    'It contains personal data and secrets: restrict access to it, and keep a copy on another machine.',
  ].join('\n')
}

await runCommand(runBackup)
