import { findCodeSpans } from './code-spans.ts'
import { isElementName } from './element-names.ts'

export interface Stripped {
  text: string
  removed: string[]
}

const ATTRIBUTE_NAME = String.raw`[\w:.@\-]+`
const VALUE = String.raw`\s*(?:"[^"\x60\n]*"|'[^'\x60\n]*'|[^\s"'<>\x60]*)`
const NEXT_VALUE = new RegExp(VALUE, 'uy')
const NEXT_ATTRIBUTE = new RegExp(String.raw`[\s/]*${ATTRIBUTE_NAME}\s*=${VALUE}`, 'uy')

/** Start of a tag before its first attribute value. With an attribute value, even an unclosed tag counts as a tag. */
const TAG_BEFORE_VALUE = new RegExp(String.raw`^<([a-z][a-z\d\-]*)[\s/]+${ATTRIBUTE_NAME}\s*$`, 'iu')
const TAG_BEFORE_VALUE_MAX = 64
const TAG = /^<(\/?)([a-z][a-z\d-]*)((?:[\s/][^]*)?)>$/iu
const DOCTYPE = /^<!doctype\b/iu
/** A tag has an attribute with a value, only attributes that need no value, or nothing. So "<b and c>" is not a tag. */
const HAS_VALUE = new RegExp(String.raw`[\s/"']${ATTRIBUTE_NAME}\s*=(?!=)`, 'u')
const WITHOUT_VALUES =
  /^(?:[\s/]+(?:async|auto(?:focus|play)|checked|controls|default|defer|disabled|download|hidden|inert|ismap|itemscope|loop|multiple|muted|nomodule|novalidate|nowrap|open|playsinline|readonly|required|reversed|selected))*[\s/]*$/iu

const SCRIPT_SCHEME = /(?:java|vb|live)[\t\n]?script[\t\n]?:$/iu
const SCRIPT_SCHEME_MAX = 13
const DATA_SCHEME = /data:[\t\n]?text\/html$/iu
const DATA_SCHEME_MAX = 15
const EVENT =
  /^on(?:abort|animation|auxclick|before|blur|cancel|canplay|change|click|close|context|copy|cuechange|cut|dblclick|drag|drop|duration|emptied|ended|error|focus|formdata|fullscreen|gotpointer|hashchange|input|invalid|key(?:down|press|up)|language|load|lostpointer|message|mouse|offline|online|page(?:hide|reveal|show|swap)|paste|pause|play|pointer|popstate|progress|ratechange|rejection|repeat|reset|resize|scroll|search|security|seek|select|show|slotchange|stalled|start|storage|submit|suspend|timeupdate|toggle|touch|transition|unhandled|unload|volumechange|waiting|webkit|wheel)[a-z]*$/iu

/**
 * Removes markup, script-like strings and event handlers from a text (spec 5):
 *
 * - tags of elements that exist (`isElementName`), comments, and the content of `script` and `style`;
 * - `javascript:` and similar schemes directly before other text, and `data:text/html`;
 * - `onclick=` and similar handlers with their value, but not properties (`window.onload = start`).
 *
 * Everything else stays, also back-ticks and the code between them. Removing markup from the result again changes
 * nothing. The time is linear in the length for any text.
 */
export function stripMarkup(text: string): Stripped {
  return /[<:=]/u.test(text) ? new Stripping(text).result() : { text, removed: [] }
}

/** Reads a text once, and cuts markup as soon as it ends. The texts before and after a cut are checked as one text. */
class Stripping {
  readonly #text: string
  #next = 0
  /** The characters to keep, as UTF-16 units. */
  readonly #kept: string[] = []
  /** Positions in `#kept` of each "<" that the next ">" may close. */
  readonly #open: number[] = []
  readonly #removed: string[] = []
  readonly #backTick: Finder
  readonly #tagEnd: Finder
  readonly #endOf: Record<string, Finder | undefined>

  constructor(text: string) {
    this.#text = text
    this.#backTick = createMatchFinder(text, /`/gu)
    this.#tagEnd = createMatchFinder(text, /[<>`]/gu)
    this.#endOf = {
      comment: createMatchFinder(text, /-->/gu),
      script: createMatchFinder(text, /<\/script\s*>/giu),
      style: createMatchFinder(text, /<\/style\s*>/giu),
    }
  }

  result(): Stripped {
    for (const { start, end } of findCodeSpans(this.#text)) {
      while (this.#next < start) this.#readSign()
      this.#keepCode(end)
    }
    while (this.#next < this.#text.length) this.#readSign()
    return { text: this.#kept.join(''), removed: this.#removed }
  }

  #keepCode(end: number): void {
    this.#cutScheme()
    this.#separateBackTicks()
    for (; this.#next < end; this.#next++) this.#kept.push(this.#text.charAt(this.#next))
    this.#open.length = 0
  }

  #readSign(): void {
    const sign = this.#text.charAt(this.#next)
    if (/\S/u.test(sign)) this.#cutScheme()
    if (sign === '`') this.#separateBackTicks()
    this.#next++
    if (sign === '=' && (this.#cutTagWithValue() || this.#cutEventHandler())) return
    this.#kept.push(sign)
    if (sign === '<') this.#open.push(this.#kept.length - 1)
    else if (sign === '>') this.#cutTag()
    else if (sign === '-') this.#cutComment()
    else if (sign === 'l' || sign === 'L') this.#cutEnd(DATA_SCHEME, DATA_SCHEME_MAX)
    else if (sign === '`') this.#open.length = 0
  }

  /** Separates two runs of back-ticks that a cut joins. As one run, they would delimit other code. */
  #separateBackTicks(): void {
    if (this.#kept.at(-1) === '`' && this.#text[this.#next - 1] !== '`') this.#kept.push(' ')
  }

  /** Cuts a scheme directly before other text. "JavaScript: the basics" stays, because of its space. */
  #cutScheme(): void {
    if (this.#kept.at(-1) === ':') this.#cutEnd(SCRIPT_SCHEME, SCRIPT_SCHEME_MAX)
  }

  #cutEnd(pattern: RegExp, lengthMax: number): void {
    const found = pattern.exec(this.#kept.slice(-lengthMax).join(''))
    if (found) this.#cut(this.#kept.length - found[0].length)
  }

  /** Cuts a tag when the "=" of its first attribute is read. An unclosed tag ends after its attributes. */
  #cutTagWithValue(): boolean {
    const start = this.#open.at(-1)
    if (start === undefined || this.#kept.length - start > TAG_BEFORE_VALUE_MAX) return false
    const name = TAG_BEFORE_VALUE.exec(this.#kept.slice(start).join(''))?.[1]
    if (name === undefined || !isElementName(name)) return false
    let rest = `=${this.#take(NEXT_VALUE)}`
    for (let more = this.#take(NEXT_ATTRIBUTE); more; more = this.#take(NEXT_ATTRIBUTE)) rest += more
    const end = this.#takeRestOfTag()
    this.#cut(start, rest + end + (end && this.#takeUntilEndOf(name)))
    return true
  }

  /** Cuts an event handler when the "=" after its name is read. */
  #cutEventHandler(): boolean {
    const kept = this.#kept
    let end = kept.length
    while (end > 0 && /\s/u.test(kept[end - 1] ?? '')) end--
    let start = end
    while (start > 0 && /[a-z]/iu.test(kept[start - 1] ?? '')) start--
    if (/[\w$.-]/u.test(kept[start - 1] ?? '') || !EVENT.test(kept.slice(start, end).join(''))) return false
    this.#cut(start, `=${this.#take(NEXT_VALUE)}`)
    return true
  }

  /** Cuts the tag that a ">" closes. If it closes no tag, no earlier "<" can begin one: tags contain no ">". */
  #cutTag(): void {
    const start = this.#open.at(-1)
    if (start === undefined) return
    const written = this.#kept.slice(start).join('')
    const [, slash, name = '', attributes = ''] = TAG.exec(written) ?? []
    const isTag = isElementName(name) && (WITHOUT_VALUES.test(attributes) || HAS_VALUE.test(attributes))
    if (isTag) this.#cut(start, slash === '' ? this.#takeUntilEndOf(name) : '')
    else if (DOCTYPE.test(written)) this.#cut(start)
    else this.#open.length = 0
  }

  /** Cuts a comment when its opening characters are read. If it is not closed, only those characters are cut. */
  #cutComment(): void {
    const start = this.#kept.length - 4
    if (this.#kept.slice(-4).join('') === '<!--') this.#cut(start, this.#takeUntilEndOf('comment'))
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#next
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#next += found.length
    return found
  }

  /** Advances to the end of a tag and returns the skipped text; empty if the tag does not end. */
  #takeRestOfTag(): string {
    const found = this.#tagEnd(this.#next)
    if (found?.[0] !== '>') return ''
    const rest = this.#text.slice(this.#next, found.index + 1)
    this.#next = found.index + 1
    return rest
  }

  /** Advances over the content and end tag of an element such as `script`, and returns both. */
  #takeUntilEndOf(name: string): string {
    const found = this.#endOf[name.toLowerCase()]?.(this.#next)
    if (!found) return ''
    const end = found.index + found[0].length
    const backTick = this.#backTick(this.#next)
    if (backTick && backTick.index < end) return ''
    const taken = this.#text.slice(this.#next, end)
    this.#next = end
    return taken
  }

  #cut(start: number, following = ''): void {
    this.#removed.push(this.#kept.splice(start).join('') + following)
    while ((this.#open.at(-1) ?? -1) >= start) this.#open.pop()
  }
}

type Finder = (from: number) => RegExpExecArray | null

/** Finds the first match at or after a position. For ascending positions it reads the text once. */
function createMatchFinder(text: string, pattern: RegExp): Finder {
  let found: RegExpExecArray | null | undefined
  return (from) => {
    if (found === undefined || (found && found.index < from)) {
      pattern.lastIndex = from
      found = pattern.exec(text)
    }
    return found
  }
}
