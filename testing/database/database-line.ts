import { connect, createServer, type Socket } from 'node:net'

import { findFreePort } from '@kundig/server/platform/http/free-port'

export interface DatabaseProxy {
  url: string
  /** Refuses connections, or accepts them without an answer, until `mend` is called. */
  cut: (how: 'refuses' | 'answers nothing') => void
  mend: () => void
  /**
   * Forwards the next matching statement, such as COMMIT, but ends the connection before the answer.
   * @param after limits this to connections that sent a matching statement earlier
   */
  loseAnswer: (asked: RegExp, after: RegExp) => Promise<void>
  close: () => void
}

export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl)
  const ends = new Set<Socket>()
  let passesOn = true
  let refuses = false
  let losing: { asked: RegExp; after: RegExp; done: () => void } | null = null
  const endAll = (): void => {
    for (const end of ends) end.destroy()
  }
  const line = createServer((near) => {
    if (refuses) {
      near.destroy()
      return
    }
    const far = connect(Number(target.port), target.hostname)
    let wasSentBefore = false
    let lost: (() => void) | null = null
    near.on('data', (chunk) => {
      const text = chunk.toString('latin1')
      if (losing && wasSentBefore && losing.asked.test(text)) {
        lost = losing.done
        losing = null
      }
      wasSentBefore ||= losing?.after.test(text) === true
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(one)
      one.on('data', (chunk) => {
        if (one === far && lost) {
          near.destroy()
          lost()
        } else if (passesOn) other.write(chunk)
      })
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  const port = await findFreePort()
  await new Promise<void>((resolve) => line.listen(port, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.port = String(port)
  return {
    url: url.href,
    cut: (how) => {
      passesOn = false
      refuses = how === 'refuses'
      if (refuses) endAll()
    },
    mend: () => {
      passesOn = true
      refuses = false
    },
    loseAnswer: (asked, after) =>
      new Promise((done) => {
        losing = { asked, after, done }
      }),
    close: () => {
      endAll()
      line.close()
    },
  }
}
