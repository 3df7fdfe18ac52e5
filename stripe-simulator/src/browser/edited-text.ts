/** A text field as it stands: what is in it, and where the caret is. */
export interface Edit {
  text: string
  /** Places from the start. */
  caret: number
}

/** What a keystroke did, in the names of `InputEvent.inputType`; anything that takes nothing away is an insertion. */
type Change = string | undefined

/** The digits of a text. */
export function digitsOf(text: string): string {
  return text.replaceAll(/\D/gu, '')
}

/**
 * The digits that an edit leaves, and how many of them stand before the caret. Signs that the field writes by itself
 * are no obstacle: whoever deletes one of them deletes the digit beyond it.
 * @param previous what was in the field before
 */
export function editedDigits(
  { text, caret }: Edit,
  previous: string,
  change: Change,
): { digits: string; before: number } {
  const digits = digitsOf(text)
  const before = digitsOf(text.slice(0, caret)).length
  const onlySigns = text.length < previous.length && digits === digitsOf(previous)
  if (!onlySigns) return { digits, before }
  if (change === 'deleteContentForward') return { digits: without(digits, before), before }
  if (change !== 'deleteContentBackward' || before === 0) return { digits, before }
  return { digits: without(digits, before - 1), before: before - 1 }
}

/** Where the caret stands in `text` after so many of its digits. */
export function placeAfter(text: string, digits: number): number {
  if (digits === 0) return 0
  let seen = 0
  for (const [place, sign] of Array.from(text).entries()) {
    if (/\d/u.test(sign)) seen += 1
    if (seen === digits) return place + 1
  }
  return text.length
}

function without(digits: string, place: number): string {
  return digits.slice(0, Math.max(place, 0)) + digits.slice(place + 1)
}
