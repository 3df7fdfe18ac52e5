import { setTimeout as sleep } from 'node:timers/promises'

/** Memory is at rest when two measurements differ by less than this share. */
const AT_REST = 0.005
const CHECKS_MAX = 20
const CHECK_MS = 300

export type Question = 'memory' | 'cpu' | 'stop'
export type Answer = { url: string } | Memory | { cpuMs: number }

export interface Memory {
  found: number
  atRest: number
}

export function serveBench(url: string, close: () => Promise<void>): void {
  const tell = (answer: Answer): void => void process.send?.(answer)
  const stop = (): void => {
    void close().finally(() => process.exit(0))
  }
  process.on('message', (question: Question) => {
    if (question === 'stop') stop()
    else if (question === 'cpu') tell({ cpuMs: readCpuMs() })
    else void readMemory().then(tell)
  })
  process.once('disconnect', stop)
  // Ctrl-C reaches the whole group; the bench decides the end.
  process.on('SIGINT', () => undefined)
  tell({ url })
}

function readCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function readMemory(): Promise<Memory> {
  const found = process.memoryUsage.rss()
  let rss = found
  for (let look = 0; look < CHECKS_MAX; look++) {
    // A normal collection keeps most of an emptied heap, which would hide thousands of connections.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(CHECK_MS)
    const now = process.memoryUsage.rss()
    if (Math.abs(now - rss) < AT_REST * now) return { found, atRest: now }
    rss = now
  }
  return { found, atRest: rss }
}
