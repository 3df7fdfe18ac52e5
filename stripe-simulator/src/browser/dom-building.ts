import type { Locale } from './intents.ts'

/** What the page around decides of whatever is shown in it. */
export interface Look {
  locale: Locale
  dark: boolean
}

/** An element with attributes and a text; null leaves an attribute out. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string | null> = {},
  text = '',
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) if (value !== null) made.setAttribute(name, value)
  made.textContent = text
  return made
}

/**
 * An element with a shadow root of its own. Its style is a constructed sheet, which a policy without
 * `'unsafe-inline'` lets pass; nothing here writes a style element or attribute.
 */
export function shadowHost(style: string, look: Look): { host: HTMLElement; root: ShadowRoot } {
  const host = document.createElement('div')
  setLook(host, look)
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  return { host, root }
}

/** Language and mode of what is inside a host. */
export function setLook(host: HTMLElement, { locale, dark }: Look): void {
  host.lang = locale
  host.toggleAttribute('data-dark', dark)
}

/** The language and the mode that the page itself has, for what opens without being told. */
export function lookOfPage(): Look {
  const scheme = getComputedStyle(document.documentElement).colorScheme
  const dark = scheme === 'dark' || (scheme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  return { locale: document.documentElement.lang.startsWith('nl') ? 'nl' : 'en', dark }
}
