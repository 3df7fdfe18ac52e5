import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '@kundig/server/platform/http/free-port'
import { startChild as startServer } from '@kundig/testing/server/child-server'
import { COMPILE_CACHE } from '@kundig/testing/server/compile-cache'

import { startChild } from '../chat/start-child.ts'
import { createFigures } from '../figures.ts'
import { readFamilyMemoryBytes, readProcessorMs } from '../processes.ts'

/**
 * Measures the memory and the processor time of an idle site with its embedded database, beside a bare Fastify with `pg`
 * on the same database. Ends with 1 after a missed budget.
 *
 * SECONDS=600   length of the idle period instead of 60
 */
const SECONDS = Number(process.env['SECONDS'] ?? 60)
const MEMORY_BUDGET_MB = 250
/** Maximum processor time of one core (%). */
const PROCESSOR_BUDGET = 0.3
/** Delay after the visit (ms), for work that follows a start. */
const SETTLE_MS = 20_000

interface Idle {
  megabytes: number
  /** Processor time of one core (%). */
  processor: number
}

async function main(): Promise<0 | 1> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kundig-idle-'))
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(dataDir, 0o755)
  try {
    // First starts create the database, the demo people and the compiled code. Later starts are the usual case.
    await withKundig(dataDir, async () => undefined)
    const kundig = await withKundig(dataDir, measureIdle)
    await withBareServer(dataDir, async () => undefined)
    const reference = await withBareServer(dataDir, measureIdle)

    const figures = createFigures()
    figures.heading(`An idle site with its embedded database, over ${SECONDS} s after one visit`)
    figures.log('a bare Fastify with pg', describe(reference))
    figures.log('Kundig', `${describe(kundig)}, ${(kundig.megabytes / reference.megabytes).toFixed(2)}× the memory`)
    figures.judge('memory', kundig.megabytes, { atMost: MEMORY_BUDGET_MB }, ' MB')
    figures.judge('processor', kundig.processor, { atMost: PROCESSOR_BUDGET }, ' %')
    return figures.conclude()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withKundig<Result>(
  dataDir: string,
  work: (url: string, pid: number) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort()
  const server = startServer('@kundig/server/main', {
    DATA_DIR: dataDir,
    PORT: String(port),
    AUTH_SECRET: 'a secret of the benchmark, long enough',
  })
  try {
    await server.printed('Ctrl-C')
    return await work(`http://localhost:${port}`, server.pid ?? 0)
  } finally {
    server.signal('SIGTERM')
    await server.ended
  }
}

async function withBareServer<Result>(
  dataDir: string,
  work: (url: string, pid: number) => Promise<Result>,
): Promise<Result> {
  const settings = { ...COMPILE_CACHE, DATA_DIR: dataDir }
  const { url, pid, stop } = await startChild(new URL('bare-server.ts', import.meta.url), settings)
  try {
    return await work(url, pid)
  } finally {
    await stop()
  }
}

async function measureIdle(url: string, pid: number): Promise<Idle> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The visit was answered with ${answer.status}`)
  await answer.text()
  await sleep(SETTLE_MS)
  const before = readProcessorMs(pid)
  await sleep(SECONDS * 1000)
  const processor = (readProcessorMs(pid) - before) / SECONDS / 10
  return { megabytes: readFamilyMemoryBytes(pid) / 1_000_000, processor }
}

const describe = ({ megabytes, processor }: Idle): string =>
  `${megabytes.toFixed(0)} MB, ${processor.toFixed(2)} % of a core`

process.exitCode = await main()
