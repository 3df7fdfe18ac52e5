/**
 * The scripts that people write today (Unicode's UAX #31, tables 5 and 7), by their codes. In a script of the past nobody
 * has a name, and its letters only imitate others.
 */
const SCRIPTS =
  'Cyrl Grek Arab Hebr Deva Thai Adlm Armn Bali Bamu Batk Beng Bopo Cakm Cans Cham Cher Ethi Geor Gujr Guru Hang Hani Hira Hmnp Java Kali Kana Khmr Knda Lana Laoo Lepc Limb Lisu Mand Mlym Mong Mtei Mymr Newa Nkoo Olck Orya Osge Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng Thaa Tibt Vaii Wcho Yiii'.split(
    ' ',
  )
/** What is written with several: Japanese, Chinese and Korean, each also with Latin letters. */
const WITH_LATIN = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
].map(patternOf)
const BY_ITSELF = SCRIPTS.map((script) => patternOf([script]))

/** Each by itself: a pattern is compiled when it is first needed, and all of them at once would take a while. */
function patternOf(scripts: readonly string[]): RegExp {
  return new RegExp(`^[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]*$`, 'u')
}

/**
 * Whether a name's letters are of one script, or of those that are written together: the level "Highly Restrictive" of
 * Unicode's security mechanisms (UTS #39). A Cyrillic "а" among Latin letters looks like another name.
 */
export function isOfOneScript(name: string): boolean {
  // What belongs to no script, such as a space, goes with every one.
  const letters = name.replace(/[\p{scx=Zyyy}\p{scx=Zinh}]/gu, '')
  if (WITH_LATIN.some((pattern) => pattern.test(letters))) return true
  return !/\p{scx=Latn}/u.test(letters) && BY_ITSELF.some((pattern) => pattern.test(letters))
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
