import { findEarlierMessages } from '@kundig/server/features/chat/messages/message.repository'
import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { openSql } from '@kundig/testing/database/test-database'
import { computeMedian } from '@kundig/testing/figures/median'

import type { Figures } from '../figures.ts'
import { type Case, measureCases } from '../search/http-rounds.ts'
import { fillMessages, type Reader, listReaders, ROOM_SIZE } from './fill-messages.ts'
import type { TestEnvironment } from './test-environment.ts'

const KUNDIG_SERVER = new URL('./kundig-server.ts', import.meta.url)

const BUDGET = 1.5
const PAGE_SIZE = 20
const PER_ROUND = 20
const ROUNDS_FOR_ONE = 10
const WARM_UP_ROUNDS = 20

interface Page {
  name: string
  url: string
  database: string
  reader: Reader
  isDeep: boolean
}

function choosePosition({ isDeep, reader }: Page, attempt: number): number | undefined {
  return isDeep ? PAGE_SIZE + 1 + ((attempt * 7919) % (reader.size - 2 * PAGE_SIZE)) : undefined
}

/** Compares the time of a page of 20 messages in two databases: one of ten million messages and one of ten thousand. */
export async function benchPages(
  environment: TestEnvironment,
  figures: Figures,
  messages: number,
  rounds: number,
): Promise<void> {
  figures.heading(`A page of ${PAGE_SIZE} messages, at ${messages} in all against ${ROOM_SIZE} in all`)
  const startedAt = performance.now()
  const small = await preparePages(environment, 'messages_few', ROOM_SIZE)
  const large = await preparePages(environment, `messages_${messages}`, messages)
  figures.log('filled', `after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

  const pages = [...small, ...large]
  const requests = pages.map(toBenchmarkCase)
  await measureCases('', requests, WARM_UP_ROUNDS)
  const http = await measureCases('', requests, rounds * ROUNDS_FOR_ONE)
  const queries = await measureQueries(pages, rounds * ROUNDS_FOR_ONE)
  for (const [index, page] of pages.entries()) {
    const [answer, query] = [computeMedian(http[index] ?? []), computeMedian(queries[index] ?? [])]
    figures.log(
      page.name,
      `over HTTP ${answer.toFixed(2).padStart(6)} ms, the query ${query.toFixed(2).padStart(6)} ms`,
    )
  }
  for (const [index, page] of large.entries()) {
    // The reference is the same page in a room of the same size in the small database.
    const other = index % small.length
    const ratio = (times: readonly (readonly number[])[]): number =>
      computeMedian(times[small.length + index] ?? []) / computeMedian(times[other] ?? [])
    figures.judge(`${page.name}, over HTTP`, ratio(http), { atMost: BUDGET })
    figures.judge(`${page.name}, the query`, ratio(queries), { atMost: BUDGET })
  }
}

/** Prepares a newest and a deep page for each reader. The first two pages are from the room of 10,000 messages. */
async function preparePages(environment: TestEnvironment, name: string, messages: number): Promise<Page[]> {
  const database = await environment.keptDatabase(name, (sql) => fillMessages(sql, messages))
  const sql = await openSql(database)
  const readers = await listReaders(sql)
  await sql.close()
  const { url } = await environment.child(KUNDIG_SERVER, { DATABASE_URL: database })
  return readers.flatMap((reader) =>
    [false, true].map((isDeep) => ({
      name: `${isDeep ? 'deep' : 'newest'} page of ${reader.size}, of ${messages} in all`,
      url,
      database,
      reader,
      isDeep,
    })),
  )
}

function toBenchmarkCase(page: Page): Case {
  const { url, reader, name } = page
  return {
    name,
    cookie: reader.cookie,
    perRound: PER_ROUND,
    path: (attempt) => {
      const place = choosePosition(page, attempt)
      return `${url}/api/chat-rooms/${reader.roomId}/messages${place === undefined ? '' : `?before_seq=${place}`}`
    },
  }
}

async function measureQueries(pages: readonly Page[], rounds: number): Promise<number[][]> {
  const logger = createLogger('silent')
  const databases = new Map(pages.map(({ database }) => [database, openDatabase(database, 1, logger)]))
  const times = pages.map((): number[] => [])
  for (let round = -1; round < rounds; round++) {
    for (const [index, page] of pages.entries()) {
      const db = databases.get(page.database)?.db
      if (!db) continue
      for (let attempt = 0; attempt < PER_ROUND; attempt++) {
        const startedAt = performance.now()
        const rows = await findEarlierMessages(
          db,
          page.reader.roomId,
          choosePosition(page, attempt + (round + 1) * PER_ROUND),
          PAGE_SIZE,
        )
        if (rows.length !== PAGE_SIZE) throw new Error(`A page has ${rows.length} messages`)
        if (round >= 0) times[index]?.push(performance.now() - startedAt)
      }
    }
  }
  for (const { close } of databases.values()) await close()
  return times
}
