import { randomUUID } from 'node:crypto'

import { MessageBatches, createMessageStore } from '@kundig/server/features/chat/messages/message-batches'
import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import { computeQuantile } from '../search/http-rounds.ts'
import type { ChatUser } from './fill-people.ts'
import { copyPeopleDatabase, type Rounds } from './rate.ts'
import { type BareMessage, storeMessageInOneStatement } from './single-statement.ts'
import type { TestEnvironment } from './test-environment.ts'

const BUDGETS = { p50: 1.1, p99: 1.25 }
const MESSAGES = 1000
const BATCHES_DATABASE = { keptOpen: 1, readsByIndex: true } as const

/** Stores single messages in turn by Kundig and by one SQL statement. The machine's load then affects both alike. */
export async function benchLoneMessage(
  environment: TestEnvironment,
  figures: Figures,
  users: readonly ChatUser[],
  { rounds }: Rounds,
): Promise<void> {
  figures.heading(`A lone message, ${rounds} rounds of ${MESSAGES}`)
  const url = await copyPeopleDatabase(environment, 'lone')
  const logger = createLogger('silent')
  const database = openDatabase(url, 1, logger, { keptOpen: 1 })
  const batchDatabase = openDatabase(url, 1, logger, BATCHES_DATABASE)
  const batches = new MessageBatches(createMessageStore({ batchDb: batchDatabase.db, db: database.db }))
  const ways: ((message: BareMessage) => Promise<unknown>)[] = [
    (message) => batches.insert(message),
    (message) => storeMessageInOneStatement(database.db, message),
  ]
  try {
    const p50s: number[] = []
    const p99s: number[] = []
    for (let round = -1; round < rounds; round++) {
      const times = ways.map((): number[] => [])
      for (let n = 0; n < MESSAGES * ways.length; n++) {
        const way = (n + Math.floor(n / ways.length)) % ways.length
        const user = users[n % users.length]
        if (!user) throw new Error('no people')
        const message = {
          roomId: user.roomId,
          senderId: user.id,
          clientId: randomUUID(),
          content: 'That sounds good to me, shall we say half past nine?',
        }
        const began = performance.now()
        await ways[way]?.(message)
        times[way]?.push(performance.now() - began)
      }
      if (round < 0) continue
      const [own = [], single = []] = times.map((some) => some.toSorted((a, b) => a - b))
      p50s.push(computeQuantile(own, 0.5) / computeQuantile(single, 0.5))
      p99s.push(computeQuantile(own, 0.99) / computeQuantile(single, 0.99))
    }
    figures.judge('p50, of the single statement', computeMedian(p50s), { atMost: BUDGETS.p50 })
    figures.judge('p99, of the single statement', computeMedian(p99s), { atMost: BUDGETS.p99 })
  } finally {
    await batchDatabase.close()
    await database.close()
  }
}
