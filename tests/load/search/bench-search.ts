import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { LIMITS } from '@kundig/contract/limits'
import { readDetailFilter } from '@kundig/contract/site/public-pages'
import { updateWordCounts } from '@kundig/server/features/profiles/search/search.repository'
import type { ListInput } from '@kundig/server/features/profiles/search/search.service'
import { encodeCursor } from '@kundig/server/platform/database/cursor'
import { openDatabase } from '@kundig/server/platform/database/database'
import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { migrate } from '@kundig/server/platform/database/migrate'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { openSql, type Sql } from '@kundig/testing/database/test-database'
import { createClient, type Person } from '@kundig/testing/people/test-client'

import { startBenchApp } from '../bench-app.ts'
import { createFigures, type Figures } from '../figures.ts'
import { blockNewestProfiles, fillProfiles, hideProfiles, TERMS } from './fill-profiles.ts'
import { type Case, measureCases, computeQuantile } from './http-rounds.ts'
import { makeUpWord } from './made-up-texts.ts'
import { explainListQuery } from './query-plans.ts'

/**
 * Compares the list of experts over HTTP with one profile by id on the same path in the same run. Prints a table and
 * query plans. Ends with 1 after a missed budget.
 *
 * SIZE=100000    profiles instead of a million
 * ROUNDS=10      rounds instead of 40
 * ONLY="a name"  measures only cases whose names contain this text
 * DATA_DIR=…     folder that keeps the filled database for the next run, instead of a temporary folder
 */
const SIZE = Number(process.env['SIZE'] ?? 1_000_000)
const ROUNDS = Number(process.env['ROUNDS'] ?? 40)
const ONLY = process.env['ONLY'] ?? ''
const KEPT = process.env['DATA_DIR']

/** Maximum ratio of a list's 95th percentile to the 95th percentile of one profile by id. */
const BUDGET = 3
/** Maximum ratio for words, names with few results, rare filters, and texts of one or two letters. */
const WORDS_BUDGET = SIZE > 100_000 ? 30 : 10
const SPELLING_BUDGET = 60
const COUNTING_TIMEOUT_MS = 3_600_000
/** Minimum number of profiles for judging query plans: PostgreSQL rightly reads smaller tables completely. */
const PLANS_COUNT_FROM = 100_000
const REQUESTS_PER_ROUND = 20
const FEWER_REQUESTS = 4

interface ListCase {
  name: string
  query: Partial<Record<Exclude<keyof ListInput, 'limit'>, string>>
  /** A logged-in person, or a person who has blocked many people. By default, the caller is a visitor. */
  member?: 'logged in' | 'with blocks'
  hasBudget?: boolean
  budget?: number
}

const BLOCKS = 200

async function listCases(
  deep: string,
  askNext: (query: Record<string, string>) => Promise<string>,
): Promise<ListCase[]> {
  const [three, one, third] = TERMS.middling
  return [
    { name: 'first page', query: {} },
    { name: 'deep page', query: { cursor: deep } },
    { name: 'a category', query: { category: 'education' } },
    { name: 'a category, deep', query: { category: 'education', cursor: deep } },
    { name: '3 letters, common', query: { query: TERMS.common } },
    { name: '3 letters, common, deep', query: { query: TERMS.common, cursor: deep } },
    { name: '3 letters, rare', query: { query: TERMS.rare }, budget: WORDS_BUDGET },
    { name: '3 letters, accent left out', query: { query: TERMS.accented } },
    { name: '3 letters, Chinese', query: { query: TERMS.chinese }, budget: WORDS_BUDGET },
    { name: 'a name, common', query: { query: TERMS.commonLong } },
    { name: 'a name, 3 in 1,000', query: { query: three } },
    { name: 'a name, 1 in 1,000', query: { query: one } },
    { name: 'a name, 3 in 10,000', query: { query: third } },
    { name: 'a name, 1 in 1,000, deep', query: { query: one, cursor: await askNext({ query: one, cursor: deep }) } },
    { name: 'a long name, once', query: { query: TERMS.once }, budget: WORDS_BUDGET },
    { name: 'no match, unknown letters', query: { query: TERMS.unknown }, budget: WORDS_BUDGET },
    { name: 'no match, common letters', query: { query: TERMS.nowhere }, budget: WORDS_BUDGET },
    { name: 'a label in Dutch', query: { query: 'gezondheid' } },
    { name: 'a label in English', query: { query: 'health' } },
    { name: 'six labels ("ing")', query: { query: 'ing' } },
    { name: 'a name in a category', query: { query: TERMS.common, category: 'education' } },
    { name: 'a rarer name in a category', query: { query: one, category: 'education' } },
    { name: 'logged in, first page', query: {}, member: 'logged in' },
    { name: 'logged in, common', query: { query: TERMS.common }, member: 'logged in' },
    { name: 'logged in, once', query: { query: TERMS.once }, member: 'logged in', budget: WORDS_BUDGET },
    { name: 'with 200 blocks, first page', query: {}, member: 'with blocks' },
    { name: 'with 200 blocks, common', query: { query: TERMS.common }, member: 'with blocks' },
    { name: 'with 200 blocks, 1 in 1,000', query: { query: one }, member: 'with blocks' },
    { name: 'with 200 blocks, a category', query: { category: 'education' }, member: 'with blocks' },
    ...[
      ['a frequent word', 'help'],
      ['a word of 1 in 20', 'hypotheek'],
      ['a word of 2 in 1,000', makeUpWord(1000)],
      ['a rare word', makeUpWord(20_000)],
      ['a question', 'wie kan mijn kozijnen repareren?'],
      ['a question with a rare word', `who knows about ${makeUpWord(20_000)} and insurance`],
      ['five words', `piano les ${makeUpWord(300)} ${makeUpWord(5000)} tuin`],
    ].map(([name = '', query = '']) => ({ name: `words: ${name}`, query: { query }, budget: WORDS_BUDGET })),
    ...[
      ['of a frequent word', 'hypoteek'],
      ['of a rare word', makeUpWord(20_000).replace('nkt', 'nnkt')],
      ['of two words', `lodgieter ${makeUpWord(1000).replace('nkt', 'nnkt')}`],
    ].map(([name = '', query = '']) => ({ name: `spelling ${name}`, query: { query }, budget: SPELLING_BUDGET })),
    ...[
      ['wildcards', '%_%'],
      ['one rare letter', 'ж'],
      ['one Chinese letter', '中'],
      ['Chinese', '中文的写作'],
      ['Arabic', 'تعليم العربية'],
      ['only stop words', 'wie the of een'],
      ['most frequent words', 'and en van of voor with help people mensen years jaar'],
      ['as long as accepted', 'kozijnen repareren '.repeat(20).slice(0, LIMITS.searchMax)],
    ].map(([name = '', query = '']) => ({ name: `input: ${name}`, query: { query }, budget: SPELLING_BUDGET })),
    { name: 'filter: a common language', query: { answers_in: 'nl' } },
    { name: 'filter: a rare town', query: { town: 'zierik' }, budget: WORDS_BUDGET },
    { name: 'filter: a town or online', query: { town: 'utrecht', online: 'true' } },
    // One profile in 400 is that cheap.
    { name: 'filter: a low price', query: { price_max: '5' }, budget: WORDS_BUDGET },
    {
      name: 'filter: all',
      query: { answers_in: 'zh', town: 'breda', price_max: '20', category: 'education' },
      budget: WORDS_BUDGET,
    },
    {
      name: 'filter: with words',
      query: { query: 'hypotheek', answers_in: 'fr', price_max: '60' },
      budget: WORDS_BUDGET,
    },
    { name: 'only the oldest 1 % have it', query: { query: TERMS.ofOld }, hasBudget: false },
    { name: '1 letter, common', query: { query: 'j' }, budget: WORDS_BUDGET },
    { name: '2 letters, common', query: { query: 'ja' }, budget: WORDS_BUDGET },
    { name: '2 letters, no match', query: { query: 'qq' }, budget: WORDS_BUDGET },
  ]
}

async function main(): Promise<0 | 1> {
  const dataDir = KEPT === undefined ? await mkdtemp(join(tmpdir(), 'kundig-bench-')) : resolve(KEPT)
  await mkdir(dataDir, { recursive: true })
  // PostgreSQL may run as another user, who must have access to the folder.
  await chmod(dataDir, 0o755)
  const postgres = await startEmbeddedPostgres({ dataDir })
  try {
    await migrate(postgres.url)
    const sql = await openSql(postgres.url)
    try {
      return await benchSearch(postgres.url, sql, join(dataDir, 'files'))
    } finally {
      await sql.close()
    }
  } finally {
    await postgres.stop()
    if (KEPT === undefined) {
      await rm(postgres.location, { recursive: true, force: true })
      await rm(dataDir, { recursive: true, force: true })
    }
  }
}

async function benchSearch(databaseUrl: string, sql: Sql, filesFolder: string): Promise<0 | 1> {
  const startedAt = performance.now()
  const [found] = await sql.query<{ count: number }>('SELECT count(*)::int AS count FROM profiles')
  if (found?.count === 0) {
    await fillProfiles(sql, SIZE)
    await hideProfiles(sql)
  }
  const [hidden] = await sql.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM profiles WHERE hidden_at IS NOT NULL',
  )
  console.log(`${hidden?.count ?? 0} of them are hidden`)
  console.log(`${SIZE} profiles, ready after ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)

  const [counted] = await sql.query('SELECT FROM search_lexicon LIMIT 1')
  if (!counted) {
    const countedFrom = performance.now()
    await refreshWordCounts(sql, databaseUrl)
    console.log(`words counted in ${((performance.now() - countedFrom) / 1000).toFixed(1)} s`)
  }

  const app = await startBenchApp({ databaseUrl, folder: filesFolder, withPages: false })
  const origin = app.url.replace('localhost', '127.0.0.1')
  const client = createClient(origin)
  try {
    const member = await client.profiled({ full_name: 'Jan Jansen' })
    const keeper = await client.profiled({ full_name: 'Noor Jansen' })
    await blockNewestProfiles(sql, keeper.id, BLOCKS)
    const cookieOf = ({ cookies }: Person): string =>
      Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ')
    const cookie = cookieOf(member)
    const cookies = { 'logged in': cookie, 'with blocks': cookieOf(keeper) }
    const all = await listCases(await findMiddleCursor(sql), (query) => readCursor(origin, query))
    const cases = all.filter(({ name }) => name.includes(ONLY))
    const ids = await listProfileIds(sql)
    const one = (attempt: number): string => `/api/profiles/${ids[attempt % ids.length] ?? ''}`
    const times = await measureCases(
      origin,
      [
        { name: 'one profile by its id', path: one, perRound: REQUESTS_PER_ROUND },
        { name: 'one profile by its id, logged in', path: one, cookie, perRound: REQUESTS_PER_ROUND },
        ...cases.map((listed) => toCase(listed, listed.member && cookies[listed.member])),
      ],
      ROUNDS,
    )
    const [visitor = [], loggedIn = [], ...lists] = times
    const figures = createFigures()
    figures.heading(`Lists of ${SIZE} profiles over HTTP: p95, of reading one profile by its id`)
    reportTimes(figures, 'one profile by its id', visitor, visitor, false)
    reportTimes(figures, 'one profile by its id, logged in', loggedIn, loggedIn, false)
    for (const [index, { name, member: isMember, hasBudget, budget }] of cases.entries())
      reportTimes(figures, name, lists[index] ?? [], isMember ? loggedIn : visitor, hasBudget, budget)

    console.log('\nPlans (time, then each step with rows and pages touched)')
    const scanning: ListCase[] = []
    for (const listed of cases) {
      const { query, category, cursor } = listed.query
      const input: ListInput = {
        limit: LIMITS.profilePageSize,
        query,
        category,
        cursor,
        ...readDetailFilter(new URLSearchParams(listed.query)),
      }
      const plans = await explainListQuery(
        sql,
        databaseUrl,
        listed.member ? (listed.member === 'with blocks' ? keeper : member).id : null,
        input,
      )
      console.log(`\n${listed.name} ${JSON.stringify(listed.query.query ?? '')}\n  ${plans.lines.join('\n  ')}`)
      if (plans.scansTable && listed.hasBudget !== false) scanning.push(listed)
    }
    figures.heading(`Plans of the lists of ${SIZE} profiles`)
    for (const { name } of scanning) figures.log(name, 'reads the table of profiles from end to end')
    if (SIZE >= PLANS_COUNT_FROM)
      figures.judge('read the table of profiles from end to end', scanning.length, { atMost: 0 }, ' lists')
    return figures.conclude()
  } finally {
    client.disconnect()
    await app.close()
  }
}

function toCase({ name, query, hasBudget }: ListCase, cookie: string | undefined): Case {
  const path = `/api/profiles?${new URLSearchParams(query).toString()}`
  const perRound = hasBudget === false ? FEWER_REQUESTS : REQUESTS_PER_ROUND
  return { name, path: () => path, cookie, perRound }
}

function reportTimes(
  figures: Figures,
  name: string,
  times: readonly number[],
  reference: readonly number[],
  hasBudget = true,
  budget = BUDGET,
): void {
  const ratio = (share: number): number => computeQuantile(times, share) / computeQuantile(reference, share)
  const milliseconds = (share: number): string => computeQuantile(times, share).toFixed(2).padStart(8)
  const ratios = [0.5, 0.95].map((share) => `${ratio(share).toFixed(2)}×`).join(' ')
  figures.log(name, `p50${milliseconds(0.5)} p95${milliseconds(0.95)} ms, ${ratios}`)
  if (hasBudget) figures.judge(name, ratio(0.95), { atMost: budget })
}

/** Counts words without the server's statement timeout, which is too short for a million profiles. */
async function refreshWordCounts(sql: Sql, databaseUrl: string): Promise<void> {
  const { db, close } = openDatabase(databaseUrl, 2, createLogger('silent'), {
    statementTimeoutMs: COUNTING_TIMEOUT_MS,
  })
  await updateWordCounts(db)
  await close()
  await sql.query('VACUUM (ANALYZE) search_lexicon')
}

async function findMiddleCursor(sql: Sql): Promise<string> {
  const [place] = await sql.query<{ at: Date; id: string }>(
    `SELECT created_at AS at, id FROM profiles WHERE is_public ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1`,
    [Math.floor(SIZE / 2)],
  )
  if (!place) throw new Error('too few public profiles')
  return encodeCursor(place)
}

/** Reads the cursor of the second page. The cursor contains values that the server computed for the first page. */
async function readCursor(origin: string, query: Record<string, string>): Promise<string> {
  const answer = await fetch(`${origin}/api/profiles?${new URLSearchParams(query).toString()}`)
  const { next_cursor: next } = (await answer.json()) as { next_cursor: string | null }
  if (next === null) throw new Error('no second page')
  return next
}

async function listProfileIds(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    'SELECT id FROM profiles WHERE is_public ORDER BY hashtext(id::text) LIMIT 1000',
  )
  return rows.map(({ id }) => id)
}

process.exitCode = await main()
