/** What every link that we show holds: a scheme, www., or the sign of a mail address. */
const SIGNS = /:\/\/|www\.|@/iu

/** Whether it is worth looking for links in a text (`links.ts`). */
export function mayHoldLink(text: string): boolean {
  return SIGNS.test(text)
}
