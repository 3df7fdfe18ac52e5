import { setTimeout as sleep } from 'node:timers/promises'

import type { Answer, Client } from '../../people/test-client.ts'
import type { PaymentEnvironment } from '../payment-environment.ts'

/** Whoever has no answer by then has found a server that hangs (ms). */
const LIMIT_MS = 5 * 60_000
/** Between two tries (ms). */
const PAUSE_MS = 25

/** One of the servers of a database, and payments by way of it. */
export interface Way {
  server: Client
  environment: PaymentEnvironment
}

/** Calls that are made again, as browsers do, until somebody answers. */
export interface Patience {
  /** How often somebody was told to try again. */
  refusals: number
  /** How often a connection was cut, or there was no server. */
  cuts: number
  /**
   * Tries one server after the other under the same ids.
   * @returns the first answer that is not 503
   */
  persist: <Body>(attempt: (by: Way) => Promise<Answer<Body>>) => Promise<Answer<Body>>
  /**
   * As `persist`.
   * @param others statuses beside 200 that are an answer
   * @throws Error on any other answer
   */
  done: <Body>(attempt: (by: Way) => Promise<Answer<Body>>, others?: readonly number[]) => Promise<Answer<Body>>
  /** Waits until something is so. @throws Error when it never is */
  until: (what: string, isSo: () => Promise<boolean>) => Promise<void>
}

/** @param ways to the same people and the same database by different servers, each of which may be dead */
export function createPatience(ways: readonly Way[]): Patience {
  let turn = 0

  async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now()
    while (!(await isSo())) {
      if (performance.now() - startedAt > LIMIT_MS) throw new Error(`not within ${LIMIT_MS} ms: ${what}`)
      await sleep(PAUSE_MS)
    }
  }

  async function persist<Body>(attempt: (by: Way) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    let found: Answer<Body> | undefined
    await until('an answer', async () => {
      const way = ways[turn++ % ways.length]
      if (!way) throw new Error('There is a server')
      try {
        const answer = await attempt(way)
        if (answer.status === 503) patience.refusals++
        else found = answer
      } catch (error) {
        // What fetch throws when a server is dead, or dies meanwhile.
        if (!(error instanceof TypeError)) throw error
        patience.cuts++
      }
      return found !== undefined
    })
    if (!found) throw new Error('An answer was waited for')
    return found
  }

  const patience: Patience = {
    refusals: 0,
    cuts: 0,
    persist,
    done: async (attempt, others = []) => {
      const answer = await persist(attempt)
      if (answer.status === 200 || others.includes(answer.status)) return answer
      throw new Error(`an answer of ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
    until,
  }
  return patience
}
