const SUBJECT_LIMIT = 72
/** Lines that tools add, which do not count as a body. */
const TRAILER = /^(?:co-authored-by|signed-off-by|reviewed-by|change-id): /iu
/** Matches `Added`, `Adding`, `Adds`, but not `Embed`, `Speed`, `Bring`, `Pass` or `Focus`. */
const NOT_IMPERATIVE = /^(?!Embed\b)(?:\w*[aeiouy]\w*(?<!e)ed|\w*[aeiouy]\w*ing|\w+(?<![su])s)\b/iu

/** Lists a commit message's faults as sentences. @param message as Git stores it, without its comments */
export function findMessageFaults(message: string): string[] {
  const [subject = '', second = '', ...rest] = message.trimEnd().split('\n')
  const faults: string[] = []
  if (subject.length > SUBJECT_LIMIT)
    faults.push(`The subject has ${subject.length} characters; ${SUBJECT_LIMIT} are allowed.`)
  if (!/^\p{Lu}/u.test(subject) || /^\w+(?:\(.*?\))?!?: /u.test(subject) || /[.:]$/u.test(subject))
    faults.push('The subject is a sentence: a capital letter, no prefix, no full stop.')
  else if (NOT_IMPERATIVE.test(subject))
    faults.push(`The subject says what to do, like an order: not "${subject.split(' ', 1)[0] ?? ''}".`)
  if (second !== '') faults.push('The second line is empty.')
  if (!rest.some((line) => line.trim() !== '' && !TRAILER.test(line)))
    faults.push('The body says why, from the third line on.')
  return faults
}
