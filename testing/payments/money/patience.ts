import { setTimeout as sleep } from 'node:timers/promises'

import type { Answer, Client } from '../../people/test-client.ts'
import type { PaymentEnvironment } from '../payment-environment.ts'

/** Timeout after which a server counts as hung (ms). */
const LIMIT_MS = 5 * 60_000
/** Pause between two attempts (ms). */
const PAUSE_MS = 25

export interface Route {
  server: Client
  environment: PaymentEnvironment
}

export interface Patience {
  refusals: number
  /** Number of cut connections and unreachable servers. */
  cuts: number
  /** Tries the servers in turn with the same ids. @returns the first answer that is not 503 */
  persist: <Body>(attempt: (by: Route) => Promise<Answer<Body>>) => Promise<Answer<Body>>
  /** Variant of `persist`. @param others accepted statuses besides 200 @throws Error for other statuses */
  done: <Body>(attempt: (by: Route) => Promise<Answer<Body>>, others?: readonly number[]) => Promise<Answer<Body>>
  /** Waits for a condition. @throws Error after `LIMIT_MS` */
  until: (what: string, isSo: () => Promise<boolean>) => Promise<void>
}

export function createRetrier(ways: readonly Route[]): Patience {
  let turn = 0

  async function waitForCondition(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const startedAt = performance.now()
    while (!(await isSo())) {
      if (performance.now() - startedAt > LIMIT_MS) throw new Error(`not within ${LIMIT_MS} ms: ${what}`)
      await sleep(PAUSE_MS)
    }
  }

  async function retryUntilAnswered<Body>(attempt: (by: Route) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    let found: Answer<Body> | undefined
    await waitForCondition('an answer', async () => {
      const way = ways[turn++ % ways.length]
      if (!way) throw new Error('There is a server')
      try {
        const answer = await attempt(way)
        if (answer.status === 503) patience.refusals++
        else found = answer
      } catch (error) {
        // fetch throws a TypeError when a server is down, or dies during the call.
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
    persist: retryUntilAnswered,
    done: async (attempt, others = []) => {
      const answer = await retryUntilAnswered(attempt)
      if (answer.status === 200 || others.includes(answer.status)) return answer
      throw new Error(`an answer of ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
    until: waitForCondition,
  }
  return patience
}
