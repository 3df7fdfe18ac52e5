import { resolve } from 'node:path'

import { readEnv } from '../env.ts'
import { CliError, runCommand } from './cli.ts'
import { describeDrill } from './drill-report.ts'
import { runDrill } from './drill.ts'
import { readLastBackup } from './last-backup.ts'

const USAGE = `Tests a backup in a temporary folder (TMPDIR), and changes nothing:
  npm run drill              the last one that npm run backup made here
  npm run drill -- FOLDER    another one`

async function runDrillCommand(): Promise<string> {
  const [named, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || named?.startsWith('-') === true) throw new CliError(USAGE)
  const env = readEnv()
  const folder = named ?? (await readLastBackup(env.dataDir))?.folder
  if (folder === undefined) throw new CliError(`No backup yet. Make one: npm run backup\n${USAGE}`)
  const report = await runDrill(env, resolve(folder))
  const text = describeDrill(report, new Date())
  if (report.brokenFiles.length > 0) throw new CliError(text)
  return text
}

await runCommand(runDrillCommand)
