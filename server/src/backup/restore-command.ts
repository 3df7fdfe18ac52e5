import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readEnv } from '../env.ts'
import { CliError, runCommand } from './cli.ts'
import { formatSeconds } from './format.ts'
import { restoreBackup } from './restore.ts'

const USAGE = `Restores a backup, while Kundig is stopped:
  npm run restore -- FOLDER              where there is no data yet
  npm run restore -- FOLDER --replace    in place of the data that is there`

async function runRestore(): Promise<string> {
  let read
  try {
    read = parseArgs({ options: { replace: { type: 'boolean', default: false } }, allowPositionals: true })
  } catch {
    throw new CliError(USAGE)
  }
  const { values, positionals } = read
  const [folder, ...rest] = positionals
  if (folder === undefined || rest.length > 0) throw new CliError(USAGE)
  const { manifest, formerFolders, checkedMs, restoredMs } = await restoreBackup(readEnv(), resolve(folder), {
    isReplacing: values.replace,
  })
  return [
    `Restored in ${formatSeconds(checkedMs + restoredMs)}: the state of ${manifest.startedAt}.`,
    ...formerFolders.map((one) => `  Earlier data: ${one}`),
    'Start one server and open a chat with a file before you let people in.',
  ].join('\n')
}

await runCommand(runRestore)
