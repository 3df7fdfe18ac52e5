const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export class Markup {
  readonly value: string
  constructor(value: string) {
    this.value = value
  }
}

type Piece = string | number | Markup | null | readonly Piece[]

function toText(piece: Piece): string {
  if (piece === null) return ''
  if (piece instanceof Markup) return piece.value
  if (typeof piece === 'object') return piece.map(toText).join('')
  return String(piece).replace(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign)
}

/** HTML template: escapes values except markup; null renders nothing. */
export function html(parts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  return new Markup(parts.map((part, at) => (at === 0 ? part : toText(pieces[at - 1] ?? null) + part)).join(''))
}
