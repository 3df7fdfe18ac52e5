/** SQL for made-up bios and details. Words are as frequent as in real texts (Zipf): a few are in most bios, most in a few. */

const DUTCH =
  'ik en de van een het voor met help je aan mensen uit op die jaar ervaring ook graag tuin fietsen repareren kozijnen belasting piano koken huis ' +
  'website schilderen bijen hout les taal wiskunde contract hypotheek keuken lekkage loodgieter zonnepanelen verzekering'
const ENGLISH =
  'i and the of a in for with help you to people from on who years experience also gladly garden bicycles repairing windows taxes piano cooking house ' +
  'website painting bees wood lessons language maths contract mortgage kitchen leaks plumbing panels insurance'

/** Different words in all bios together. */
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

/** The word of a rank that has no real one. No name holds it: names have no such ending. */
export function madeUpWord(rank: number): string {
  const syllable = (divisor: number): string => FIRST[Math.floor(rank / divisor) % FIRST.length] ?? ''
  return `${syllable(1)}${syllable(FIRST.length)}${syllable(FIRST.length ** 2)}nkt`
}

const literal = (values: readonly string[]): string => `'{${values.map((value) => `"${value}"`).join(',')}}'::text[]`

/** SQL for the word of a rank in a bio whose language depends on `n`. */
function wordOf(rank: string): string {
  const syllable = (divisor: number): string => `(${literal(FIRST)})[1 + ${rank} / ${divisor} % ${FIRST.length}]`
  return `coalesce((CASE WHEN n % 2 = 0 THEN ${literal(DUTCH.split(' '))} ELSE ${literal(ENGLISH.split(' '))} END)[${rank}],
    ${syllable(1)} || ${syllable(FIRST.length)} || ${syllable(FIRST.length ** 2)} || 'nkt')`
}

/** SQL for the bio of the profile whose number is `n`: 12 to 35 words. A rank is as likely as it is small. */
export const BIO = `(SELECT string_agg(${wordOf('rank')}, ' ')
  FROM (SELECT floor(exp(random() * ln(${WORDS})))::int AS rank FROM generate_series(1, 12 + n % 24)) AS ranks)`

/** SQL for languages, town, online help and price of the profile whose number is `n`. */
export const DETAILS = `CASE WHEN n % 5 = 0 THEN '{}' ELSE ARRAY['nl', (${literal(LANGUAGES)})[floor(exp(random() * ln(12.99)))::int]] END,
  CASE WHEN n % 3 = 0 THEN NULL WHEN n % 1000 = 7 THEN 'Zierikzee' ELSE (${literal(TOWNS)})[floor(exp(random() * ln(10.99)))::int] END,
  n % 7 < 3,
  CASE WHEN n % 2 = 0 THEN 5 + n / 2 % 196 END,
  CASE WHEN n % 2 = 0 THEN 'hour' END`
