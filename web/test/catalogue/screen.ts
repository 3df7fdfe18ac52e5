import { vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { type ErrorCode, getErrorText, Refusal } from '@kundig/contract/errors'
import type { Appearance } from '@kundig/testing/browser/appearances'

import { getLanguage } from '../../src/platform/preferences/preferences.ts'
import type { AppOptions } from '../component/open-app.tsx'

export interface Screen extends Omit<AppOptions, keyof Appearance> {
  at: string
  /** True for a screen whose subject is visible on phones only after scrolling. */
  isWideOnly?: true
  act?: () => Promise<unknown>
  shows: () => Locator
}
export type Screens = Record<string, Screen>

/** Word that is longer than a line on a phone. */
export const WORD = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf'

export function pickTexts<Dictionary>(texts: Record<'en' | 'nl', Dictionary>): Dictionary {
  return texts[getLanguage()]
}

export const text = (words: string): Locator => page.getByText(words, { exact: false }).first()
export const fault = (code: ErrorCode): Locator =>
  text(getErrorText(code, getLanguage()).replace('e-mail', 'e-\u2060mail'))
export const button = (name: string): Locator => page.getByRole('button', { name })
export const press = (name: string): Promise<void> => button(name).click()
export const heading = (name: string): Locator => page.getByRole('heading', { name })
export const alert = page.getByRole('alert')
export const dialog = page.getByRole('dialog')
export const question = page.getByRole('alertdialog')
/** Submits the form of the open dialog, else the first form of the screen. */
export async function submitForm(): Promise<void> {
  const selectors = ['dialog[open] button[type=submit]', 'main form button[type=submit]']
  const found = (): HTMLElement | null | undefined =>
    selectors.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null)
  const control = await vi.waitUntil(found, { timeout: 10_000 })
  control.click()
}
export async function fillField(name: string, value: string): Promise<void> {
  await page.elementLocator(await expectElement(`[name=${name}]`)).fill(value)
}

async function expectElement(selector: string): Promise<Element> {
  return vi.waitUntil(() => document.querySelector(selector), { timeout: 10_000 })
}

/** Creates an answer that refuses each call, by default with a code that is not retried. */
export const refuse =
  (code: ErrorCode = 'FORBIDDEN', field?: string) =>
  (): never => {
    throw new Refusal(code, field)
  }
export const wait = (): Promise<never> => new Promise(() => undefined)
