import { type SQL, sql } from 'drizzle-orm'

import { LANGUAGES } from '@kundig/contract/languages'
import type { Category, CategoryEntry } from '@kundig/contract/profiles/categories'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { toDetailCondition, orderByNewest, type PublicQuery, toFilterCondition } from '../profile.repository.ts'
import {
  type SearchWord,
  type WeighedWord,
  pickEssentialWords,
  computeRequiredWeight,
  splitByRarity,
  sumProfileCounts,
} from './search-words.ts'

export interface SearchLabel {
  id: Category
  /** Label in each language, normalised for comparison. */
  texts: string[]
  /** tsvector of the words of `texts`. */
  words: string
}

export async function buildSearchLabels(db: Executor, list: readonly CategoryEntry[]): Promise<SearchLabel[]> {
  const labels = list.map(({ id, label }) => ({ id, texts: LANGUAGES.map((language) => label[language]) }))
  const { rows } = await db.execute<SearchLabel & Record<string, unknown>>(sql`
    SELECT id, ARRAY(SELECT fold_letters(text) FROM unnest(texts) AS text) AS texts,
      search_vector(array_to_string(texts, ' '), 'A', 'C')::text AS words
    FROM jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) AS label (id text, texts text[])`)
  return rows
}

/** Minimum length of a word that matches as a prefix, except for the last word, which may be incomplete. */
const PREFIX_LENGTH = 3

export async function readQueryWords(
  db: Executor,
  query: string,
  labels: readonly SearchLabel[],
): Promise<{ words: SearchWord[]; total: number }> {
  const { rows } = await db.execute<SearchWord & { total: number } & Record<string, unknown>>(sql`
    WITH tokens AS (
      SELECT token, min(place) AS place, max(place) = max(max(place)) OVER () AS is_last
      FROM ts_parse('default', split_words(${query})) WITH ORDINALITY AS parsed (tokid, token, place)
      WHERE tokid <> 12 GROUP BY token
    ), formed AS (
      SELECT token, place, forms || token AS forms, cardinality(dutch) = 0 OR cardinality(english) = 0 AS is_stop,
        (SELECT string_agg(quote_literal(form), '|') FROM unnest(forms || token) AS form)::tsquery AS exact,
        char_length(token) >= ${PREFIX_LENGTH} OR (is_last AND char_length(token) > 1) AS is_prefix
      FROM tokens,
        LATERAL (SELECT ts_lexize('dutch_stem', token), ts_lexize('english_stem', token)) AS stems (dutch, english),
        LATERAL (SELECT dutch || english) AS both_stems (forms)
    ), ready AS (
      SELECT *, CASE WHEN is_prefix THEN exact || (quote_literal(token) || ':*')::tsquery ELSE exact END AS wide FROM formed
    )
    SELECT token AS word, exact::text, wide::text AS any, is_stop AS "isStop",
      coalesce(greatest(
        (SELECT max(people) FROM search_lexicon WHERE word = ANY (forms)),
        CASE WHEN is_prefix THEN (
          SELECT max(people) FROM search_lexicon WHERE word ~>=~ token AND word ~<~ (token || chr(1114111))
        ) END
      ), 0) AS people,
      greatest(
        (SELECT max(people) FROM search_lexicon WHERE word = ANY (forms)),
        CASE WHEN is_prefix THEN (
          SELECT sum(people) FROM search_lexicon WHERE is_written AND word ~>=~ token AND word ~<~ (token || chr(1114111))
        ) END,
        0
      )::float8 AS holders,
      ARRAY(
        SELECT id FROM jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) AS label (id text, words tsvector) WHERE words @@ wide
      ) AS categories,
      coalesce((SELECT people FROM search_lexicon WHERE word = ''), 0) AS total
    FROM ready ORDER BY place`)
  return { words: rows, total: rows[0]?.total ?? 0 }
}

/** Maximum profiles that one SELECT reads to compare words. */
const CANDIDATES_MAX = 1000
/** Words in more than this share of profiles are searched for in the newest profiles only. */
const FREQUENT_SHARE = 0.05
const NEWEST_FOR_FREQUENT = 5000
/** Number of newest profiles from a category whose label matches a word. */
const CANDIDATES_OF_LABEL = 60

/** Factors of a word's weight by its position in a profile. A match of only a word's beginning counts less. */
const IN_FIELDS = 1
const IN_LABEL = 0.8
const IN_BIO = 0.5
const BEGINNING = 0.7

export interface WordPosition {
  score: number
  /** Creation time of the profile (ms). */
  at: number
  id: string
}

export interface WordsQuery extends Pick<PublicQuery, 'exceptId' | 'except' | 'search' | 'category' | 'details'> {
  words: readonly WeighedWord[]
  total: number
  required?: number
  after: WordPosition | null
  limit?: number
}

/** Maximum people found by words. */
const FOUND_MAX = 60

/** Finds profiles by words, best first, without the profiles that `findPublicProfiles` finds. */
export async function findByWords(db: Executor, query: WordsQuery): Promise<WordPosition[]> {
  const { words, search, after, required = computeRequiredWeight(words) } = query
  if (words.length === 0) return []
  const essential = pickEssentialWords(words, required)
  const listed = sql`is_public AND ${toFilterCondition({ ...query, after: null })}`
  const labels = [...new Set(essential.flatMap(({ categories }) => categories))]
  const add = (parts: readonly SQL[]): SQL => sql.join([...parts], sql` + `)
  const { rows } = await db.execute<WordPosition & Record<string, unknown>>(sql`
    WITH labelled AS (
      SELECT one.* FROM unnest(${sql.param(labels)}::text[]) AS label, LATERAL (
        SELECT ${COMPARED} FROM profiles WHERE ${listed} AND expertise_category = label ${orderByNewest(CANDIDATES_OF_LABEL)}
      ) AS one
    ), candidates AS MATERIALIZED (
      SELECT *, ts_filter(search_words, '{a,c}') AS fields
      FROM (TABLE labelled UNION ALL (${sql.join(selectByWords(query, essential, listed), sql`) UNION ALL (`)})) AS found
      WHERE NOT coalesce(strpos(search_names, ${search?.text ?? null}) > 0, false)
        AND NOT coalesce(expertise_category = ANY (${sql.param(search?.categories ?? [])}::text[]), false)
    ), best AS (
      SELECT DISTINCT id, created_at, (1000 * (${add(words.map(computeScore))}))::integer AS score FROM candidates
      WHERE ${add(words.map(computeWeight))} >= ${required - 1e-6}::float8
      ORDER BY score DESC, created_at DESC, id DESC LIMIT ${sql.raw(String(FOUND_MAX))}
    )
    SELECT id, score, (extract(epoch FROM created_at) * 1000)::float8 AS at FROM best
    WHERE ${
      after === null
        ? sql`true`
        : sql`(score, created_at, id) <
    (${after.score}::integer, ${new Date(after.at).toISOString()}::timestamptz, ${after.id}::uuid)`
    }
    ORDER BY score DESC, created_at DESC, id DESC LIMIT ${query.limit ?? FOUND_MAX}::integer`)
  return rows
}

const COMPARED = sql.raw('id, created_at, expertise_category, search_names, search_words')

/** Returns SELECTs for all profiles with rare words, and for some with other words. No SELECT reads the whole table. */
function selectByWords({ details = {}, total }: WordsQuery, words: readonly WeighedWord[], listed: SQL): SQL[] {
  const select = sql`SELECT ${COMPARED} FROM profiles WHERE ${listed}`
  const anyOf = (some: readonly WeighedWord[]): SQL => sql`${some.map(({ any }) => any).join(' | ')}::tsquery`
  const first = sql`LIMIT ${sql.raw(String(CANDIDATES_MAX))}`
  // The subquery makes PostgreSQL use the index, because a subquery's value has no statistics.
  const byIndex = (some: readonly WeighedWord[]): SQL =>
    sql`${select} AND search_words @@ (SELECT ${anyOf(some)}) ${first}`
  const { rare, others } = splitByRarity(words, CANDIDATES_MAX)
  const isFrequent = sumProfileCounts(others) > FREQUENT_SHARE * total
  const byTime = toDetailCondition(details)
    ? // The details decide which index is fast, so the planner must see the words too, outside a subquery.
      sql`${select} AND search_words @@ ${anyOf(others)} ${orderByNewest(CANDIDATES_MAX)}`
    : sql`SELECT * FROM (${select} ${orderByNewest(NEWEST_FOR_FREQUENT)}) AS newest WHERE search_words @@ ${anyOf(others)} ${first}`
  return [
    ...(rare.length > 0 ? [byIndex(rare)] : []),
    ...(others.length > 0 ? [isFrequent ? byTime : byIndex(others)] : []),
  ]
}

function toLabelCondition({ categories }: SearchWord): SQL {
  return sql`coalesce(expertise_category = ANY (${sql.param(categories)}::text[]), false)`
}

function computeWeight(word: WeighedWord): SQL {
  return sql`CASE WHEN search_words @@ ${word.any}::tsquery OR ${toLabelCondition(word)} THEN ${word.weight}::float8 ELSE 0 END`
}

function computeScore(word: WeighedWord): SQL {
  const holds = (vector: SQL): SQL => sql`CASE WHEN ${vector} @@ ${word.exact}::tsquery THEN 1
    WHEN ${vector} @@ ${word.any}::tsquery THEN ${BEGINNING}::float8 ELSE 0 END`
  return sql`${word.weight}::float8 * (
    ${IN_FIELDS}::float8 * ${holds(sql`fields`)} + ${IN_BIO}::float8 * ${holds(sql`search_words`)}
    + CASE WHEN ${toLabelCondition(word)} THEN ${IN_LABEL}::float8 ELSE 0 END)`
}

export async function findMatchingWords(
  db: Executor,
  texts: readonly string[],
  words: readonly SearchWord[],
): Promise<Set<string>> {
  if (texts.length === 0 || words.length === 0) return new Set()
  // Comparing first letters excludes most words before stemming, because a stem keeps its word's first letter.
  const letters = words.map(({ word }) => word.slice(0, 1))
  const { rows } = await db.execute<{ word: string }>(sql`
    SELECT word FROM unnest(${sql.param(texts)}::text[]) AS word
    WHERE (ascii(word) > 127 OR lower(left(word, 1)) = ANY (${sql.param(letters)}::text[]))
      AND search_vector(word, 'B', 'D') @@ ${words.map(({ any }) => any).join(' | ')}::tsquery`)
  return new Set(rows.map(({ word }) => word))
}

const SIMILAR_MAX = 30

export async function findSimilarWords(db: Executor, word: string): Promise<{ word: string; people: number }[]> {
  const { rows } = await db.execute<{ word: string; people: number }>(sql`
    SELECT word, people FROM search_lexicon WHERE is_written AND word % ${word}
      AND ${word} ~ '[0-9a-z]' -- Words without such letters are similar to none, and would be compared with all.
    ORDER BY similarity(word, ${word}) DESC, word LIMIT ${SIMILAR_MAX}::integer`)
  return rows
}

/** Pause of all servers after a count, as a multiple of the count's duration. */
const PAUSE_FACTOR = 20

/** Counts words, unless a count runs or just ended. A million profiles take minutes. `db` needs two connections. */
export async function updateWordCounts(db: Database, leaving?: AbortSignal): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
    const cancel = (): void => {
      db.execute(sql`SELECT pg_cancel_backend(${rows[0]?.pid}::integer)`).catch(() => undefined)
    }
    leaving?.addEventListener('abort', cancel)
    try {
      if (await claimWordCount(tx)) await saveWordCounts(tx)
    } finally {
      leaving?.removeEventListener('abort', cancel)
    }
  })
}

async function claimWordCount(tx: Executor): Promise<boolean> {
  const { rows } = await tx.execute<{ isDue: boolean }>(sql`
    SELECT pg_try_advisory_xact_lock(hashtextextended('search_lexicon', 0))
      AND NOT EXISTS (SELECT FROM search_lexicon WHERE word = '' AND count_again_at > now()) AS "isDue"`)
  return rows[0]?.isDue === true
}

async function saveWordCounts(db: Executor): Promise<void> {
  const query = `'SELECT search_words FROM profiles WHERE is_public AND search_words IS NOT NULL'`
  await db.execute(sql`
    WITH counted AS MATERIALIZED (
      SELECT word, ndoc AS people FROM ts_stat(${sql.raw(query)})
      UNION ALL SELECT '', count(*) FROM profiles WHERE is_public
    ), written AS MATERIALIZED (SELECT word FROM ts_stat(${sql.raw(query)}, 'ab')),
    gone AS (DELETE FROM search_lexicon AS old WHERE NOT EXISTS (SELECT FROM counted WHERE counted.word = old.word))
    INSERT INTO search_lexicon AS known (word, people, is_written, count_again_at)
    SELECT word, people, written.word IS NOT NULL,
      CASE WHEN word = '' THEN clock_timestamp() + ${sql.raw(String(PAUSE_FACTOR))} * (clock_timestamp() - now()) END
    FROM counted LEFT JOIN written USING (word)
    ON CONFLICT (word) DO UPDATE
    SET people = excluded.people, is_written = excluded.is_written, count_again_at = excluded.count_again_at
    WHERE (known.people, known.is_written, known.count_again_at)
      IS DISTINCT FROM (excluded.people, excluded.is_written, excluded.count_again_at)`)
}
