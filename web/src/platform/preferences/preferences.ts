import { createContext, use, useSyncExternalStore } from 'react'

import {
  cookieValue,
  isLanguage,
  type Language,
  LANGUAGE_PARAMETER,
  pageLanguage,
  VISIT_LANGUAGE_COOKIE,
} from '@kundig/contract/languages'

import { createStore } from '../state/store.ts'

/**
 * The two local preferences (spec 1): `darkMode` (boolean) and `language` (en or nl) in local storage.
 * Both are mirrored to cookies, so that the server's first byte already has the right language and
 * theme; local storage stays the source.
 */
export interface Preferences {
  darkMode: boolean
  language: Language
}

const YEAR_S = 31_536_000
/** The page's ground, for the browser's own bar; the pages' first script has the same two. */
const GROUNDS = { light: '#fbf8f2', dark: '#170e14' } as const
const KEYS = ['darkMode', 'language'] as const

/** The preferences that the server rendered the page with; the first render in the browser repeats them. */
export const RenderedPreferences = createContext<Preferences>({ darkMode: false, language: 'en' })

function stored(key: keyof Preferences): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // Storage can be blocked altogether; the choice then lasts as long as the page.
    return null
  }
}

function read(): Preferences {
  const dark = stored('darkMode')
  return {
    darkMode: dark === null ? matchMedia('(prefers-color-scheme: dark)').matches : dark === 'true',
    language: pageLanguage({
      // Where storage is blocked or was emptied, what the server goes by counts: a page must not change its language.
      stored: stored('language') ?? cookieValue(document.cookie, 'language'),
      asked: new URLSearchParams(location.search).get(LANGUAGE_PARAMETER),
      visit: cookieValue(document.cookie, VISIT_LANGUAGE_COOKIE),
      browserLanguage: navigator.language,
    }),
  }
}

/** Empty until `startPreferences`: the server has none. */
const known = createStore<Preferences | undefined>(undefined)

function current(): Preferences {
  return known.get() ?? read()
}

function show(preferences: Preferences): void {
  const root = document.documentElement
  root.classList.toggle('dark', preferences.darkMode)
  root.lang = preferences.language
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', preferences.darkMode ? GROUNDS.dark : GROUNDS.light)
  known.set(preferences)
}

function mirror(key: keyof Preferences, value: string): void {
  document.cookie = `${key}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}

function store(key: keyof Preferences, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // See `stored`.
  }
  mirror(key, value)
}

/** Applies the preferences to the page and follows changes made in other tabs. Call once, at start. */
export function startPreferences(): void {
  show(read())
  for (const key of KEYS) {
    const value = stored(key)
    if (value !== null) mirror(key, value)
  }
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== 'darkMode' && event.key !== 'language') return
    show(read())
  })
}

/** Stores a preference and shows it at once, here and in other tabs. */
export function setPreference<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): void {
  if (key === 'language' && !isLanguage(value)) return
  store(key, String(value))
  show({ ...current(), [key]: value })
}

/**
 * The current language, for code outside components (the locale header, the live connection). The page's `lang` counts
 * only before `startPreferences`: a translator changes it.
 */
export function currentLanguage(): Language {
  const { lang } = document.documentElement
  return known.get()?.language ?? (isLanguage(lang) ? lang : 'en')
}

/** One preference; a component that uses it renders again when it changes. */
export function usePreference<Key extends keyof Preferences>(key: Key): Preferences[Key] {
  const rendered = use(RenderedPreferences)
  return useSyncExternalStore(
    known.subscribe,
    () => current()[key],
    () => rendered[key],
  )
}
