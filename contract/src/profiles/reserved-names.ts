/** Words that make a person look like an operator, in both languages. */
const OPERATOR_WORDS =
  'admin administrator beheer beheerder beheerders eigenaar helpdesk klantenservice moderator moderators official officieel operator operators owner staff support team'.split(
    ' ',
  )

/** Lisu letters have the shapes of Latin capitals. */
const LISU = new Map(
  Array.from('ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', (letter, at) => [letter, 'bpdtgkjczfmnlsrvhwxyaeiou'.charAt(at)]),
)
/** Latin letters that look like another letter, but do not decompose to that letter in Unicode. */
const LATIN = new Map(Array.from('ıłøđħŧɓɗƙƴɠƥƭɖɛəɔŋɩ', (letter, at) => [letter, 'ilodhtbdkygptdeeoni'.charAt(at)]))

/** Replaces each letter of a name by the plain letter that it looks like, without marks; l by i, and rn by m. */
function replaceLookalikeLetters(name: string): string {
  return Array.from(name.normalize('NFKD').toLowerCase(), (letter) => LISU.get(letter) ?? LATIN.get(letter) ?? letter)
    .join('')
    .replace(/[^\p{L}]/gu, '')
    .replaceAll('l', 'i')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}

/** True for a name of reserved words only, with any spacing. A longer name may be genuine: Kündig is a surname. */
export function isReservedName(name: string, siteNames: readonly string[]): boolean {
  const letters = replaceLookalikeLetters(name)
  const words = [...siteNames, ...OPERATOR_WORDS].map(replaceLookalikeLetters).filter((word) => word !== '')
  const isReached = [true]
  for (let end = 1; end <= letters.length; end += 1)
    isReached[end] = words.some((word) => isReached[end - word.length] === true && letters.slice(0, end).endsWith(word))
  return letters !== '' && isReached[letters.length] === true
}
