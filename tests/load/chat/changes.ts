import { randomUUID } from 'node:crypto'

import { MessageBatches, createMessageStore } from '@kundig/server/features/chat/messages/message-batches'
import {
  deleteMessage,
  editMessage,
  setReaction,
} from '@kundig/server/features/chat/messages/message-change.repository'
import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import type { ChatUser } from './fill-people.ts'
import { copyPeopleDatabase, type Rounds } from './rate.ts'
import type { TestEnvironment } from './test-environment.ts'

const AT_MOST = 1.3
const MESSAGES = 1000

/** Measures an edit, a reaction and a deletion of an unread message, each compared with storing a message. */
export async function benchMessageChanges(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  { rounds }: Rounds,
): Promise<void> {
  figures.heading(`Changes of an unread message, ${rounds} rounds of ${MESSAGES}`)
  const url = await copyPeopleDatabase(environment, 'changes')
  const logger = createLogger('silent')
  const database = openDatabase(url, 1, logger, { keptOpen: 1 })
  const batchDatabase = openDatabase(url, 1, logger, { keptOpen: 1, readsByIndex: true })
  const batches = new MessageBatches(createMessageStore({ batchDb: batchDatabase.db, db: database.db }))
  const ratios = { edit: [] as number[], reaction: [] as number[], deletion: [] as number[] }
  try {
    for (let round = -1; round < rounds; round++) {
      const times = { lone: [] as number[], edit: [] as number[], reaction: [] as number[], deletion: [] as number[] }
      const measure = async <Result>(kind: keyof typeof times, work: () => Promise<Result>): Promise<Result> => {
        const began = performance.now()
        const result = await work()
        times[kind].push(performance.now() - began)
        if (!result) throw new Error(`${kind}: nothing was stored`)
        return result
      }
      for (let n = 0; n < MESSAGES; n++) {
        const user = users[n % users.length]
        if (!user) throw new Error('no people')
        const place = { roomId: user.roomId, senderId: user.id }
        const message = {
          ...place,
          clientId: randomUUID(),
          content: 'That sounds good to me, shall we say half past nine?',
        }
        const stored = await measure('lone', () => batches.insert(message))
        const change = { ...place, seq: stored?.row.seq ?? 0 }
        await measure('edit', () => editMessage(database.db, { ...change, content: 'That sounds good to me: at ten?' }))
        await measure('reaction', () => setReaction(database.db, { ...change, reaction: '👍' }))
        await measure('deletion', () => deleteMessage(database.db, change))
      }
      if (round < 0) continue
      const lone = computeMedian(times.lone)
      for (const kind of ['edit', 'reaction', 'deletion'] as const) ratios[kind].push(computeMedian(times[kind]) / lone)
    }
    figures.judge('p50 of an edit, of a lone message', computeMedian(ratios.edit), { atMost: AT_MOST })
    figures.judge('p50 of a reaction, of a lone message', computeMedian(ratios.reaction), { atMost: AT_MOST })
    figures.judge('p50 of a deletion, of a lone message', computeMedian(ratios.deletion), { atMost: AT_MOST })
  } finally {
    await batchDatabase.close()
    await database.close()
  }
}
