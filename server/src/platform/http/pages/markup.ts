const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A piece of HTML or XML that the template below made; nothing else makes any. */
class Markup {
  readonly #text: string

  constructor(strings: TemplateStringsArray, values: readonly MarkupValue[]) {
    this.#text = String.raw({ raw: strings }, ...values.map(toText))
  }

  toString(): string {
    return this.#text
  }
}

export type { Markup }

export type MarkupValue = string | Markup | readonly Markup[]

/**
 * The template for HTML and XML. Texts that are put into it are escaped, inside and outside of an attribute's quotes;
 * pieces that it made stay as they are. What is to stand in a page as it is, such as styles, is written as a piece. (By the
 * name `html` the formatter would lay pages out anew, and a mail is not the same with other spaces.)
 */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(strings, values)
}

function toText(value: MarkupValue): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character)
  return value instanceof Markup ? value.toString() : value.join('')
}
