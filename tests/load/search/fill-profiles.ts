import { DEFAULT_CATEGORIES } from '@kundig/contract/profiles/default-categories'
import type { Sql } from '@kundig/testing/database/test-database'

import { BIO, DETAILS } from './made-up-texts.ts'

/** Terms with a known share of the generated profiles. */
export const TERMS = {
  /** Term in about 4 of 100 names. */
  common: 'jan',
  commonLong: 'jansen',
  middling: ['bouwmeester', 'okonkwo', 'wiborada'],
  rare: 'qix',
  once: 'wolfeschlegelsteinhausen',
  /** Term that occurs nowhere, although all its trigrams are common. */
  nowhere: 'sen jan de vries de jan',
  unknown: 'zzyzxq',
  accented: 'zoe',
  chinese: '李小龙',
  ofOld: 'ouderwets',
} as const

const GIVEN = ['Jan', 'Maria', 'Anna', 'Zoë', 'Peter', 'Fatima', 'Youssef', 'Sofie', 'Emre', 'Lotte', 'Daan', 'Noor']
const FAMILY = [
  'Jansen',
  'de Vries',
  'van den Berg',
  'Bakker',
  'Visser',
  'Smit',
  'Meijer',
  'Yılmaz',
  'Öztürk',
  'Müller',
]
const LATIN = (
  'ba be bo da de di do el em en er fa fi ga ge go ha he hi ho ia in is ja ji jo ka ke ki ko la le li lo lu ma me mi ' +
  'mo na ne ni no nu oë pa pe pi ra ré ri ro ru sa se si so şu ta te ti to tu va ve vi wa we wi xa ya yo za ze'
).split(' ')
const OTHER_SCRIPTS = [
  ['Але', 'кса', 'ндр', 'Ива', 'нов', 'ова', 'Мар', 'ина', 'ёва', 'Сер', 'гей', 'Пав', 'лов', 'Ник', 'ола'],
  ['Ανδ', 'ρέα', 'ς', 'Ελέ', 'νη', 'Γιώ', 'ργος', 'Πα', 'πα', 'δό', 'που', 'λος', 'Κώσ', 'τας'],
  ['李', '小', '龙', '王', '伟', '芳', '秀', '英', '敏', '静', '丽', '强', '磊', '军', '洋', '勇', '艳', '杰'],
  ['مح', 'مد', 'فا', 'طم', 'ة', 'أح', 'عل', 'ي', 'حس', 'ين', 'زي', 'نب', 'يو', 'سف'],
  ['अ', 'नि', 'ता', 'रा', 'म', 'सी', 'कु', 'मार', 'प्रि', 'या', 'सु', 'नी', 'ल'],
]
const ACTIVITIES = ['Repairing', 'Restoring', 'Teaching', 'Growing', 'Building', 'Tuning', 'Designing', 'Keeping']
const OBJECTS = ['pianos', 'bees', 'sourdough', 'violins', 'orchids', 'wooden boats', 'old clocks', 'chess', 'bonsai']

function toSqlTextArray(values: readonly string[]): string {
  return `ARRAY[${values.map((value) => `'${value.replaceAll("'", "''")}'`).join(',')}]`
}

function selectRandomValue(values: readonly string[]): string {
  return `(${toSqlTextArray(values)})[1 + floor(random() * ${values.length})::int]`
}

function selectMadeUpWord(syllables: readonly string[], count: number): string {
  return `initcap(${Array.from({ length: count }, () => selectRandomValue(syllables)).join(' || ')})`
}

/** Builds SQL for the name of profile `n` of `size`. The profile with the highest number is the newest. */
function buildNameSql(size: number): string {
  const [three, one, third] = TERMS.middling
  const latin = `(CASE WHEN kind < 0.25 THEN ${selectRandomValue(GIVEN)} ELSE ${selectMadeUpWord(LATIN, 3)} END) || ' ' ||
    (CASE WHEN random() < 0.12 THEN ${selectRandomValue(FAMILY)} ELSE ${selectMadeUpWord(LATIN, 4)} END)`
  const others = OTHER_SCRIPTS.map(
    (syllables) => `${selectMadeUpWord(syllables, 2)} || ' ' || ${selectMadeUpWord(syllables, 3)}`,
  )
  return `CASE
    WHEN n % ${Math.ceil(size / 8)} = 11 THEN 'Qixu ' || ${selectMadeUpWord(LATIN, 3)}
    WHEN n = ${Math.ceil(size / 2)} THEN 'Ada Wolfeschlegelsteinhausenbergerdorff'
    WHEN n = ${Math.ceil(size / 3)} THEN '李小龙'
    WHEN n <= ${Math.ceil(size / 100)} THEN 'Ouderwets ' || ${selectMadeUpWord(LATIN, 3)}
    WHEN kind > 0.997 THEN ${selectMadeUpWord(LATIN, 2)} || ' ${three}'
    WHEN kind > 0.996 THEN ${selectMadeUpWord(LATIN, 2)} || ' ${one}'
    WHEN kind > 0.9957 THEN ${selectMadeUpWord(LATIN, 2)} || ' ${third}'
    ${others.map((made, index) => `WHEN kind > ${(0.95 - index * 0.04).toFixed(2)} THEN ${made}`).join('\n    ')}
    ELSE ${latin} END`
}

/** Maximum number of different bios. Larger sizes repeat bios and details under other names. */
const BIOS_MAX = 100_000

/** Fills an empty, migrated database with invented profiles, four of five public. Equal sizes give equal profiles. */
export async function fillProfiles(sql: Sql, size: number): Promise<void> {
  const indexes = await sql.query<{ name: string; definition: string; isSearched: boolean }>(
    `SELECT indexrelid::regclass::text AS name, definition, definition NOT LIKE '%search_text%' AS "isSearched"
     FROM pg_index, pg_get_indexdef(indexrelid) AS definition WHERE indrelid = 'profiles'::regclass AND NOT indisprimary`,
  )
  // Rows are inserted without indexes, triggers and foreign key checks. This takes minutes instead of hours.
  await sql.query('SET session_replication_role = replica')
  for (const { name } of indexes) await sql.query(`DROP INDEX ${name}`)
  await sql.query('SET jit = off')
  await sql.query('SELECT setseed(0.42)')
  await sql.query(
    `INSERT INTO "user" (id, name, email) SELECT uuidv7(), '', n || '@example.com' FROM generate_series(1, $1::int) n`,
    [size],
  )
  await sql.query(
    `CREATE TEMPORARY TABLE texts AS
     SELECT *, search_vector(concat_ws(' ', bio, language_names(languages)), 'B', 'D') AS words
     FROM (SELECT n, ${BIO}, ${DETAILS} FROM generate_series(1, least($1::int, ${BIOS_MAX})) n)
       AS made (n, bio, languages, town, online, price_euros, price_unit)`,
    [size],
  )
  await sql.query('ANALYZE texts')
  await sql.query(
    `INSERT INTO profiles (id, full_name, bio, expertise_category, expertise_custom, languages, town, online, price_euros, price_unit,
       is_public, created_at, updated_at, search_names, search_words)
     SELECT id, full_name, bio, category, custom, languages, town, online, price_euros, price_unit, is_public, at, at,
       fold_letters(full_name || chr(10) || coalesce(custom, '')),
       search_vector(concat_ws(' ', full_name, custom, town), 'A', 'C') || words
     FROM (
       SELECT id, at, (n - 1) % ${BIOS_MAX} + 1 AS text_number, ${buildNameSql(size)} AS full_name,
         CASE WHEN own THEN NULL ELSE (${toSqlTextArray(DEFAULT_CATEGORIES.map(({ id }) => id))})[1 + floor(12 * random() ^ 1.3)::int] END AS category,
         CASE WHEN own THEN ${selectRandomValue(ACTIVITIES)} || ' ' || ${selectRandomValue(OBJECTS)} END AS custom,
         random() < 0.8 AS is_public
       FROM (
         SELECT id, n, random() AS kind, random() < 0.14 AS own, now() - (${size} - n) / 2 * interval '1 minute' AS at
         FROM (SELECT id, split_part(email, '@', 1)::int AS n FROM "user" WHERE email LIKE '%@example.com' ORDER BY id) AS ids
       ) AS people
     ) AS named JOIN texts ON texts.n = text_number`,
  )
  await sql.query('RESET session_replication_role')
  await sql.query(`SET maintenance_work_mem = '512MB'`)
  // Indexes of search_text are left out, because only the previous release reads them.
  for (const { definition, isSearched } of indexes) if (isSearched) await sql.query(definition)
  await sql.query('VACUUM (ANALYZE) profiles')
  await sql.query('VACUUM (ANALYZE) "user"')
}

const ONE_HIDDEN_OF = 50

/** Hides every fiftieth profile, as operators' decisions do. The indexes keep old entries until they are cleaned. */
export async function hideProfiles(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE profiles SET hidden_at = now(), public_once_shown = is_public, is_public = false
     WHERE is_public AND hashtext(id::text) % $1 = 0`,
    [ONE_HIDDEN_OF],
  )
  // In production, profiles are hidden over months and autovacuum has run since. VACUUM simulates this.
  await sql.query('VACUUM (ANALYZE) profiles')
}

/** Blocks the newest public profiles, which begin every list. */
export async function blockNewestProfiles(sql: Sql, blockerId: string, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO blocks (blocker_id, blocked_id)
     SELECT $1, id FROM profiles WHERE is_public AND id <> $1 ORDER BY created_at DESC LIMIT $2`,
    [blockerId, count],
  )
}
