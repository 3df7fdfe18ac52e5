/**
 * The scripts that people write today (Unicode's UAX #31, tables 5 and 7), by their codes. In a script of the past nobody
 * has a name, and its letters only imitate others.
 */
const SCRIPTS =
  'Adlm Arab Armn Bali Bamu Batk Beng Bopo Cakm Cans Cham Cher Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Hmnp Java Kali Kana Khmr Knda Lana Laoo Latn Lepc Limb Lisu Mand Mlym Mong Mtei Mymr Newa Nkoo Olck Orya Osge Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng Thaa Thai Tibt Vaii Wcho Yiii'.split(
    ' ',
  )
/** What is written with several: Japanese, Chinese and Korean, each also with Latin letters. */
const TOGETHER = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
]

/** Signs of no script, such as a space, go with every one. */
const lettersOf = (scripts: readonly string[]): string =>
  String.raw`[\p{scx=Zyyy}\p{scx=Zinh}${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]+`

const ONE_SCRIPT = new RegExp(
  `^(?:${[...TOGETHER, ...SCRIPTS.map((script) => [script])].map(lettersOf).join('|')})$`,
  'u',
)

/**
 * Whether a name's letters are of one script, or of those that are written together: the level "Highly Restrictive" of
 * Unicode's security mechanisms (UTS #39). A Cyrillic "а" among Latin letters looks like another name.
 */
export function isOfOneScript(name: string): boolean {
  return ONE_SCRIPT.test(name)
}

/** Letters that belong to no script, such as the mathematical ones, look like those of a name; apostrophes do not. */
export function hasImitatedLetters(name: string): boolean {
  return /(?=\p{scx=Zyyy})[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u.test(name)
}

/** Whether some of a name is not seen: fillers, joiners and variation selectors, by which two names look alike. */
export function hasInvisibleLetters(name: string): boolean {
  return /\p{Default_Ignorable_Code_Point}/u.test(name)
}

/** Whether marks are heaped up on a letter: more than four (UTS #39), which cover what is above and below. */
export function hasHeapedMarks(name: string): boolean {
  return /[\p{Mn}\p{Me}]{5}/u.test(name.normalize('NFD'))
}
