import { setTimeout as sleep } from 'node:timers/promises'

/** Memory is at rest when it changes by less than this share from one look to the next. */
const AT_REST = 0.005
const LOOKS_MAX = 20
const LOOK_MS = 300

/** What the bench asks a child for. */
export type Question = 'memory' | 'cpu' | 'stop'
/** What a child says: once that it listens, and then its answers. */
export type Answer = { url: string } | Memory | { cpuMs: number }

/** Resident memory of a child (bytes). */
export interface Memory {
  /** As it is, with garbage that nobody has asked it to collect yet. */
  found: number
  /** Once all garbage is collected and given back. */
  atRest: number
}

/**
 * The child's side: says where it listens, and answers the bench until that is over, however it ends.
 * @param url where it listens
 * @param close ends it in good order
 */
export function serveBench(url: string, close: () => Promise<void>): void {
  const tell = (answer: Answer): void => void process.send?.(answer)
  const stop = (): void => {
    void close().finally(() => process.exit(0))
  }
  process.on('message', (question: Question) => {
    if (question === 'stop') stop()
    else if (question === 'cpu') tell({ cpuMs: cpuMs() })
    else void memory().then(tell)
  })
  process.once('disconnect', stop)
  // Ctrl-C reaches the whole group: the bench says when it is over.
  process.on('SIGINT', () => undefined)
  tell({ url })
}

/** How much processor time this process has had (ms). */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function memory(): Promise<Memory> {
  const found = process.memoryUsage.rss()
  let rss = found
  for (let look = 0; look < LOOKS_MAX; look++) {
    // An ordinary collection keeps most of an emptied heap, into which thousands of connections fit unseen.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await sleep(LOOK_MS)
    const now = process.memoryUsage.rss()
    if (Math.abs(now - rss) < AT_REST * now) return { found, atRest: now }
    rss = now
  }
  return { found, atRest: rss }
}
