import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { COMPILE_CACHE } from '../server/compile-cache.ts'
import { ensureWebBuild } from '../server/web-build.ts'

const MAIN = createRequire(import.meta.url).resolve('@kundig/server/main')
const START_LIMIT_MS = 120_000

export const AUTH_SECRET = 'a secret for journeys only, of 32 characters or more'

/** The real server with an embedded database, as `npm start` runs it. */
export interface KundigServer {
  url: string
  location: string
  killAndRestart: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a server with demo data on a free port. @param limitFactor multiplies limits: all people share one address */
export async function startKundig({
  limitFactor = 1000,
  env = {},
}: { limitFactor?: number; env?: Record<string, string> } = {}): Promise<KundigServer> {
  ensureWebBuild()
  const dataDir = await mkdtemp(join(tmpdir(), 'kundig-journeys-'))
  // If root runs the journeys, the database's own user must be able to reach the database's folder.
  await chmod(dataDir, 0o711)
  // The first start picks a free port. A restart must reuse this port, because browsers keep the address.
  let running = await startProcess(0, dataDir, limitFactor, env)
  const { url } = running
  return {
    url,
    location: running.location,
    killAndRestart: async () => {
      await endProcess(running.child, 'SIGKILL')
      running = await startProcess(Number(new URL(url).port), dataDir, limitFactor, env)
    },
    stop: async () => {
      await endProcess(running.child, 'SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

interface Running {
  child: ChildProcess
  url: string
  location: string
}

function startProcess(
  port: number,
  dataDir: string,
  limitFactor: number,
  more: Readonly<Record<string, string>>,
): Promise<Running> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      PORT: String(port),
      DATA_DIR: dataDir,
      ATTEMPT_LIMIT_FACTOR: String(limitFactor),
      AUTH_SECRET,
      ...COMPILE_CACHE,
      ...more,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), START_LIMIT_MS)
    const hear = (chunk: Buffer): void => {
      output += chunk.toString('utf8')
      const [, url, location] = /Kundig is running: (\S+)[\s\S]*embedded PostgreSQL in (.+)\n/u.exec(output) ?? []
      if (url === undefined || location === undefined) return
      clearTimeout(timer)
      resolve({ child, url, location })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`The server ended with ${code}:\n${output}`))
    })
  })
}

function endProcess(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
