import { randomUUID } from 'node:crypto'

import { insertBatch, type NewMessage } from '@kundig/server/features/chat/messages/message.repository'
import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { openSql } from '@kundig/testing/database/test-database'
import { median } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import { quantile } from '../search/http-rounds.ts'
import { insertWithoutNotices } from './batch-without-notices.ts'
import type { ChatUser } from './fill-people.ts'
import { copyPeople, type Rounds } from './rate.ts'
import type { TestEnvironment } from './test-environment.ts'

/** What sending may cost beyond what it cost before anybody was told of unread messages. */
const BUDGET = 1.05
/** So many messages go together where thousands write at once. */
const BATCH = 40
const STATEMENTS = 500

/**
 * What it costs to note, with each message, when its reader is to be told of it: the same batches with and without, in
 * turns, on databases of their own. Between rounds everybody has been told, as after a while in the product, so that each
 * round begins with people for whom the time is noted anew.
 */
export async function benchNotices(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  { rounds }: Rounds,
): Promise<void> {
  figures.heading(`Noting when to tell of a message, ${rounds} rounds of ${STATEMENTS} batches of ${BATCH}`)
  const logger = createLogger('silent')
  const open = async (name: string) => {
    const url = await copyPeople(environment, name)
    return { ...openDatabase(url, 1, logger, { keptOpen: 1, readsByIndex: true }), sql: await openSql(url) }
  }
  const [noting, plain] = [await open('noting'), await open('plain_batches')]
  const ways: ((messages: readonly NewMessage[]) => Promise<unknown>)[] = [
    (messages) => insertBatch(noting.db, messages),
    (messages) => insertWithoutNotices(plain.db, messages),
  ]
  const takeSome = (n: number): NewMessage[] =>
    Array.from({ length: BATCH }, (_, index) => {
      const user = users[(n * BATCH + index * 2) % users.length]
      if (!user) throw new Error('Somebody has to talk')
      return { roomId: user.roomId, senderId: user.id, clientId: randomUUID(), content: 'That sounds good to me.' }
    })
  try {
    const ratios: number[] = []
    // A first round is not counted.
    for (let round = -1; round < rounds; round++) {
      await noting.sql.query('UPDATE room_members SET notify_at = NULL WHERE notify_at IS NOT NULL')
      // As PostgreSQL does it by itself: what telling people leaves behind is not a cost of sending.
      for (const { sql } of [noting, plain]) await sql.query('VACUUM room_members')
      const times = ways.map((): number[] => [])
      for (let n = 0; n < STATEMENTS * ways.length; n++) {
        // Each pair of turns begins with the other one.
        const way = (n + Math.floor(n / ways.length)) % ways.length
        const messages = takeSome(Math.floor(n / ways.length))
        const began = performance.now()
        await ways[way]?.(messages)
        times[way]?.push(performance.now() - began)
      }
      if (round < 0) continue
      const [own = [], without = []] = times.map((some) => some.toSorted((a, b) => a - b))
      ratios.push(quantile(own, 0.5) / quantile(without, 0.5))
    }
    figures.judge('p50 of a batch, of the same without noting', median(ratios), { atMost: BUDGET })
  } finally {
    for (const { close, sql } of [noting, plain]) await Promise.all([close(), sql.close()])
  }
}
