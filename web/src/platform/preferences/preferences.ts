import { createContext, use, useSyncExternalStore } from 'react'

import {
  readCookie,
  isLanguage,
  type Language,
  LANGUAGE_PARAMETER,
  choosePageLanguage,
  VISIT_LANGUAGE_COOKIE,
} from '@kundig/contract/languages'

import { createStore } from '../state/store.ts'

/** Preferences in local storage (spec 1). Cookies contain a copy, with which the server renders pages. */
export interface Preferences {
  darkMode: boolean
  language: Language
}

const YEAR_S = 31_536_000
/** Colours of the browser's bar. The first script of each page contains the same values. */
const GROUNDS = { light: '#fbf8f2', dark: '#170e14' } as const
const KEYS = ['darkMode', 'language'] as const

/** Preferences with which the server rendered the page. Hydration needs the same values. */
export const RenderedPreferences = createContext<Preferences>({ darkMode: false, language: 'en' })

function readStoredPreference(key: keyof Preferences): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // If storage is blocked, a preference lasts as long as the page.
    return null
  }
}

function readPreferences(): Preferences {
  const dark = readStoredPreference('darkMode')
  return {
    darkMode: dark === null ? matchMedia('(prefers-color-scheme: dark)').matches : dark === 'true',
    language: choosePageLanguage({
      // Without storage, reads the server's cookie, so that the page keeps the rendered language.
      stored: readStoredPreference('language') ?? readCookie(document.cookie, 'language'),
      asked: new URLSearchParams(location.search).get(LANGUAGE_PARAMETER),
      visit: readCookie(document.cookie, VISIT_LANGUAGE_COOKIE),
      browserLanguage: navigator.language,
    }),
  }
}

/** Current preferences; undefined before `initializePreferences` and on the server. */
const shownPreferences = createStore<Preferences | undefined>(undefined)

function getPreferences(): Preferences {
  return shownPreferences.get() ?? readPreferences()
}

function applyPreferences(preferences: Preferences): void {
  const root = document.documentElement
  root.classList.toggle('dark', preferences.darkMode)
  root.lang = preferences.language
  document
    .querySelector('meta[name=theme-color]')
    ?.setAttribute('content', preferences.darkMode ? GROUNDS.dark : GROUNDS.light)
  shownPreferences.set(preferences)
}

function mirrorToCookie(key: keyof Preferences, value: string): void {
  document.cookie = `${key}=${value}; path=/; max-age=${YEAR_S}; samesite=lax${location.protocol === 'https:' ? '; secure' : ''}`
}

function storePreference(key: keyof Preferences, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // If storage is blocked, a preference lasts as long as the page.
  }
  mirrorToCookie(key, value)
}

/** Applies the preferences and their changes in other tabs. Call once, at start. */
export function initializePreferences(): void {
  applyPreferences(readPreferences())
  for (const key of KEYS) {
    const value = readStoredPreference(key)
    if (value !== null) mirrorToCookie(key, value)
  }
  window.addEventListener('storage', (event) => {
    if (event.key !== null && event.key !== 'darkMode' && event.key !== 'language') return
    applyPreferences(readPreferences())
  })
}

export function setPreference<Key extends keyof Preferences>(key: Key, value: Preferences[Key]): void {
  if (key === 'language' && !isLanguage(value)) return
  storePreference(key, String(value))
  applyPreferences({ ...getPreferences(), [key]: value })
}

/** Returns the language, for code outside components. Reads `lang` only before start, because translators change it. */
export function getLanguage(): Language {
  const { lang } = document.documentElement
  return shownPreferences.get()?.language ?? (isLanguage(lang) ? lang : 'en')
}

export function usePreference<Key extends keyof Preferences>(key: Key): Preferences[Key] {
  const rendered = use(RenderedPreferences)
  return useSyncExternalStore(
    shownPreferences.subscribe,
    () => getPreferences()[key],
    () => rendered[key],
  )
}
