/** SQL for invented bios and details. Word frequencies are as in real texts (Zipf): few words are in most bios. */

const DUTCH =
  'ik en de van een het voor met help je aan mensen uit op die jaar ervaring ook graag tuin fietsen repareren kozijnen belasting piano koken huis ' +
  'website schilderen bijen hout les taal wiskunde contract hypotheek keuken lekkage loodgieter zonnepanelen verzekering'
const ENGLISH =
  'i and the of a in for with help you to people from on who years experience also gladly garden bicycles repairing windows taxes piano cooking house ' +
  'website painting bees wood lessons language maths contract mortgage kitchen leaks plumbing panels insurance'

const WORDS = 60_000
const TOWNS = [
  'Amsterdam',
  'Rotterdam',
  'Den Haag',
  'Utrecht',
  'Eindhoven',
  'Groningen',
  'Tilburg',
  'Almere',
  'Breda',
  'Sint-Oedenrode',
]
const LANGUAGES = ['nl', 'en', 'de', 'fr', 'es', 'it', 'pt', 'pl', 'tr', 'ar', 'uk', 'zh']
const FIRST =
  'ba be bo da de di do fa fi ga ha hi ka ke ki ko la le li lo ma me mi mo na ne ni no pa pe pi ra ri ro sa si so ta te ti to va'.split(
    ' ',
  )

/** Invents a word for a frequency rank that has no real word. The word's ending occurs in no name. */
export function makeUpWord(rank: number): string {
  const syllable = (divisor: number): string => FIRST[Math.floor(rank / divisor) % FIRST.length] ?? ''
  return `${syllable(1)}${syllable(FIRST.length)}${syllable(FIRST.length ** 2)}nkt`
}

const literal = (values: readonly string[]): string => `'{${values.map((value) => `"${value}"`).join(',')}}'::text[]`

function buildWord(rank: string): string {
  const syllable = (divisor: number): string => `(${literal(FIRST)})[1 + ${rank} / ${divisor} % ${FIRST.length}]`
  return `coalesce((CASE WHEN n % 2 = 0 THEN ${literal(DUTCH.split(' '))} ELSE ${literal(ENGLISH.split(' '))} END)[${rank}],
    ${syllable(1)} || ${syllable(FIRST.length)} || ${syllable(FIRST.length ** 2)} || 'nkt')`
}

/** SQL for the bio of profile `n`: 12 to 35 words, mostly of low rank. */
export const BIO = `(SELECT string_agg(${buildWord('rank')}, ' ')
  FROM (SELECT floor(exp(random() * ln(${WORDS})))::int AS rank FROM generate_series(1, 12 + n % 24)) AS ranks)`

/** SQL for languages, town, online help and price of profile `n`. */
export const DETAILS = `CASE WHEN n % 5 = 0 THEN '{}' ELSE ARRAY['nl', (${literal(LANGUAGES)})[floor(exp(random() * ln(12.99)))::int]] END,
  CASE WHEN n % 3 = 0 THEN NULL WHEN n % 1000 = 7 THEN 'Zierikzee' ELSE (${literal(TOWNS)})[floor(exp(random() * ln(10.99)))::int] END,
  n % 7 < 3,
  CASE WHEN n % 2 = 0 THEN 5 + n / 2 % 196 END,
  CASE WHEN n % 2 = 0 THEN 'hour' END`
