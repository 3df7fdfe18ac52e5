import { vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { type ErrorCode, errorText, Refusal } from '@kundig/contract/errors'
import type { PageLook } from '@kundig/testing/browser/looks'

import { currentLanguage } from '../../src/platform/preferences/preferences.ts'
import type { AppOptions } from '../component/open-app.tsx'

/** A state of the application, and how to bring it about. */
export interface Screen extends Omit<AppOptions, keyof PageLook> {
  at: string
  /** A phone shows this part of the screen only once it is scrolled to. */
  isWideOnly?: true
  act?: () => Promise<unknown>
  /** What the state alone has. */
  shows: () => Locator
}
export type Screens = Record<string, Screen>

/** Longer than a line of a phone. */
export const WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf'

/** A feature's texts in the language of the screen. */
export function inWords<Dictionary>(texts: Record<'en' | 'nl', Dictionary>): Dictionary {
  return texts[currentLanguage()]
}

export const text = (words: string): Locator => page.getByText(words, { exact: false }).first()
/** What tells of a refusal. */
export const fault = (code: ErrorCode): Locator =>
  text(errorText(code, currentLanguage()).replace('e-mail', 'e-\u2060mail'))
export const button = (name: string): Locator => page.getByRole('button', { name })
export const press = (name: string): Promise<void> => button(name).click()
export const heading = (name: string): Locator => page.getByRole('heading', { name })
export const alert = page.getByRole('alert')
export const dialog = page.getByRole('dialog')
export const question = page.getByRole('alertdialog')
/** Presses what sends the form of the open dialog, or else the screen's first one. */
export async function submit(): Promise<void> {
  const selectors = ['dialog[open] button[type=submit]', 'main form button[type=submit]']
  const found = (): HTMLElement | null | undefined =>
    selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null)
  const control = await vi.waitUntil(found, { timeout: 10_000 })
  control.click()
}
/** Fills in the field with a name attribute. */
export async function fill(name: string, value: string): Promise<void> {
  await page.elementLocator(await expectElement(`[name=${name}]`)).fill(value)
}

/** The first element of a selector, once it is there. */
async function expectElement(selector: string): Promise<Element> {
  return vi.waitUntil(() => document.querySelector(selector), { timeout: 10_000 })
}

/** A server that refuses, by default in a way that is not tried again. */
export const refuse =
  (code: ErrorCode = 'FORBIDDEN', field?: string) =>
  (): never => {
    throw new Refusal(code, field)
  }
/** A server that never answers. */
export const wait = (): Promise<never> => new Promise(() => undefined)
