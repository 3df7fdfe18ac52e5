const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML or XML. Only the template tag `markup` creates instances. */
class Markup {
  readonly #text: string

  constructor(strings: TemplateStringsArray, values: readonly MarkupValue[]) {
    this.#text = String.raw({ raw: strings }, ...values.map(renderMarkupValue))
  }

  toString(): string {
    return this.#text
  }
}

export type { Markup }

export type MarkupValue = string | Markup | readonly Markup[]

/** Escapes texts, also in attributes. Not named `html`, because the formatter would then change pages and mails. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(strings, values)
}

function renderMarkupValue(value: MarkupValue): string {
  if (typeof value === 'string') return value.replace(/[&<>"']/gu, (character) => ENTITIES[character] ?? character)
  return value instanceof Markup ? value.toString() : value.join('')
}
