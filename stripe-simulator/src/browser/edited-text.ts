export interface Edit {
  text: string
  caret: number
}

/** `InputEvent.inputType`; every value except a deletion counts as an insertion. */
type Change = string | undefined

export function keepDigits(text: string): string {
  return text.replaceAll(/\D/gu, '')
}

/** Returns the digits, and their count before the caret. Deleting a separator deletes the digit next to it. */
export function computeEditedDigits(
  { text, caret }: Edit,
  previous: string,
  change: Change,
): { digits: string; before: number } {
  const digits = keepDigits(text)
  const before = keepDigits(text.slice(0, caret)).length
  const onlySigns = text.length < previous.length && digits === keepDigits(previous)
  if (!onlySigns) return { digits, before }
  if (change === 'deleteContentForward') return { digits: removeDigit(digits, before), before }
  if (change !== 'deleteContentBackward' || before === 0) return { digits, before }
  return { digits: removeDigit(digits, before - 1), before: before - 1 }
}

export function findCaret(text: string, digits: number): number {
  if (digits === 0) return 0
  let seen = 0
  for (const [place, sign] of Array.from(text).entries()) {
    if (/\d/u.test(sign)) seen += 1
    if (seen === digits) return place + 1
  }
  return text.length
}

function removeDigit(digits: string, place: number): string {
  return digits.slice(0, Math.max(place, 0)) + digits.slice(place + 1)
}
