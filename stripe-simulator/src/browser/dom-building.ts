import type { Locale } from './intents.ts'

export interface Appearance {
  locale: Locale
  dark: boolean
}

export function buildElement<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | null> = {},
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value)
  made.textContent = text
  return made
}

/** Creates an element with a shadow root. Its constructed stylesheet needs no `'unsafe-inline'`. */
export function createShadowHost(style: string, appearance: Appearance): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('div')
  setAppearance(host, appearance)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

export function setAppearance(host: HTMLElement, { locale, dark }: Appearance): void {
  host.lang = locale
  host.toggleAttribute('data-dark', dark)
}

export function readAppearance(): Appearance {
  const scheme = getComputedStyle(document.documentElement).colorScheme
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return { locale: document.documentElement.lang.startsWith('nl') ? 'nl' : 'en', dark }
}
