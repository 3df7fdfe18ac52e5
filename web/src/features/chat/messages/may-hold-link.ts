/** Signs of a possible link: a scheme, www., the @ of a mail address, a dot inside a word, or many digits. */
const SIGNS = /:\/\/|www\.|@|\.\p{L}{2}|\d(?:[ \u00A0.\-/()]*\d){7}/iu

export function mayContainLink(text: string): boolean {
  return SIGNS.test(text)
}
