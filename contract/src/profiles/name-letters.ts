/** Scripts in use today (UAX #31, tables 5 and 7). In names, letters of historic scripts only imitate other letters. */
const SCRIPTS =
  'Cyrl Grek Arab Hebr Deva Thai Adlm Armn Bali Bamu Batk Beng Bopo Cakm Cans Cham Cher Ethi Geor Gujr Guru Hang Hani Hira Hmnp Java Kali Kana Khmr Knda Lana Laoo Lepc Limb Lisu Mand Mlym Mong Mtei Mymr Newa Nkoo Olck Orya Osge Plrd Rohg Saur Sinh Sund Sylo Syrc Tale Talu Taml Tavt Telu Tfng Thaa Tibt Vaii Wcho Yiii'.split(
    ' ',
  )
/** Scripts that are written together: Japanese, Chinese and Korean, each also with Latin letters. */
const WITH_LATIN = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
].map(toScriptPattern)
const BY_ITSELF = SCRIPTS.map((script) => toScriptPattern([script]))

/** Each set of scripts has its own pattern, compiled on first use: compiling all of them together is slow. */
function toScriptPattern(scripts: readonly string[]): RegExp {
  return new RegExp(`^[${scripts.map((script) => String.raw`\p{scx=${script}}`).join('')}]*$`, 'u')
}

/** True for one script, or several written together ("Highly Restrictive", UTS #39): a Cyrillic "а" looks Latin. */
export function hasSingleScript(name: string): boolean {
  // Characters without a script, such as a space, fit every script.
  const letters = name.replace(/[\p{scx=Zyyy}\p{scx=Zinh}]/gu, '')
  if (WITH_LATIN.some((pattern) => pattern.test(letters))) return true
  return !/\p{scx=Latn}/u.test(letters) && BY_ITSELF.some((pattern) => pattern.test(letters))
}

/** Phonetic letters that look like common letters, but not ɔ, ɛ and ə of West African and Azerbaijani names. */
const PHONETIC = /[ɑɡɢɪɴʀʏʙʜʟ\u1D00-\u1DBF]/u

/** True for mathematical, phonetic or raised letters that look like ordinary letters. Apostrophes are allowed. */
export function hasLookalikeLetters(name: string): boolean {
  return /(?=\p{scx=Zyyy})[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]|(?=\p{Script=Latin})\p{Lm}/u.test(name) || PHONETIC.test(name)
}

/** Arabic letters that do not connect to the next letter (Joining_Type R, U). After them, a non-joiner is invisible. */
const UNCONNECTED =
  '\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF'
/** The signs that remove a letter's inherent vowel, as in Hindi (Canonical_Combining_Class 9). */
const VIRAMAS =
  '\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u103A\u17D2\u1B44\u1BAA\uA806\uA8C4\uA9C0'
/**
 * Joiners and non-joiners that change how a name is written (UAX #31, A1, A2 and B). A non-joiner can separate Arabic
 * letters that would connect, as in علی‌رضا. Either sign can follow a letter without its vowel, as in ශ්‍රී.
 */
const WRITTEN_JOINERS = [
  new RegExp(`(?<=(?![${UNCONNECTED}])(?=\\p{scx=Arab})\\p{L}\\p{Mn}*)\\u200C(?=(?=\\p{scx=Arab})\\p{L})`, 'gu'),
  new RegExp(`(?<=\\p{L}\\p{M}*[${VIRAMAS}])[\\u200C\\u200D]`, 'gu'),
]

/** True for fillers, variation selectors and joiners that change nothing: they make different names look alike. */
export function hasInvisibleLetters(name: string): boolean {
  const seen = WRITTEN_JOINERS.reduce((rest, joiner) => rest.replace(joiner, ''), name)
  return /\p{Default_Ignorable_Code_Point}/u.test(seen)
}

/** True for more than four marks on one letter (UTS #39), which would cover neighbouring lines. */
export function hasTooManyCombiningMarks(name: string): boolean {
  return /[\p{Mn}\p{Me}]{5}/u.test(name.normalize('NFD'))
}
