/** Signs of every link: a scheme, www., or the @ of a mail address. */
const SIGNS = /:\/\/|www\.|@/iu

export function mayHoldLink(text: string): boolean {
  return SIGNS.test(text)
}
