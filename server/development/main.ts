import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { registerDrizzleResolver } from '../src/drizzle-modules.ts'
import { describeInOneLine } from './one-line.ts'

/** `scripts/dev.ts` runs this process, and restarts it when a server file changes, even after a failed start. */

/** Interval between checks of the port and the database (ms). */
const RETRY_MS = 500

async function retryUntilSuccess(attempt: () => Promise<void>, problem: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === 0) writeLine(`${problem} (${describeInOneLine(error)}). Retrying …`)
      await sleep(RETRY_MS)
    }
  }
}

function requireAvailablePort(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

async function requireReachableDatabase(connectionString: string): Promise<void> {
  const client = new Client({ connectionString })
  try {
    await client.connect()
  } finally {
    await client.end().catch(() => undefined)
  }
}

function writeLine(line: string): void {
  process.stderr.write(`dev: ${line}\n`)
}

async function startDevelopmentServer(): Promise<void> {
  registerDrizzleResolver()
  const { readEnv } = await import('../src/env.ts')
  const env = readEnv()
  const { host, port, databaseUrl } = env
  const { DEVELOPMENT_DATABASE_URL: url, DEVELOPMENT_DATABASE_FOLDER: location } = process.env
  const postgres = url === undefined || location === undefined ? undefined : { url, location }
  const { runServer } = await import('../src/run.ts')
  const { createViteClient } = await import('./vite-client.ts')
  await retryUntilSuccess(() => requireAvailablePort(host, port), `Port ${port} is not free`)
  const database = databaseUrl ?? url
  if (database !== undefined)
    await retryUntilSuccess(() => requireReachableDatabase(database), 'The database does not answer')
  await runServer(env, { postgres, webClient: createViteClient() })
}

try {
  await startDevelopmentServer()
} catch (error) {
  writeLine(describeInOneLine(error))
  process.exit(1)
}
