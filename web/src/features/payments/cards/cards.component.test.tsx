import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import type { Card } from '@kundig/contract/payments/payments.contract'
import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { simulator, toast, withSimulator } from '../../../../test/component/deals.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const VISA: Card = { id: 'pm_1', brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2099, is_default: true }
const OLD: Card = { id: 'pm_2', brand: 'visa', last4: '0446', exp_month: 12, exp_year: 2034, is_default: false }

const section = page.getByRole('region', { name: 'Saved cards' })
const card = (last4: string) => section.getByRole('listitem').filter({ hasText: last4 })
const makeDefault = section.getByRole('button', { name: 'Make default: Visa ending in 0446' })

const expectFocusIn = (field: Locator) => expect.poll(() => field.query()?.matches(':focus')).toBe(true)

afterEach(() => void vi.useRealTimers())

describe('an expiring card', () => {
  it.each([
    ['2034-12-15T12:00:00Z', 'Expires soon', true],
    ['2035-01-15T12:00:00Z', 'Expired 12/2034', false],
  ])('a card can become the default until it expires (now: %s)', async (now, words, isOffered) => {
    vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
    await openApp('/account/payments', { api: { payments: { cards: () => ({ items: [VISA, OLD] }) } } })
    await expect.element(card('0446')).toMatchTextContent(words)
    expect(makeDefault.elements()).toHaveLength(isOffered ? 1 : 0)
    await expect.element(section.getByRole('button', { name: 'Remove Visa ending in 0446' })).toBeVisible()
  })
})

it('shows when a person can add a card again after too many declined cards', async () => {
  await openApp('/account/payments', {
    api: {
      payments: {
        ...withSimulator,
        startCardSetup: () => {
          throw new Refusal('PAYING_BLOCKED', undefined, 86_400)
        },
      },
    },
    http: simulator({}),
  })
  await section.getByRole('button', { name: 'Add card' }).click()
  await expect
    .element(
      section.getByText(
        /^Too many of your cards were declined\. You can’t pay or add a card for 24 hours\. You can try again from .*\d/u,
      ),
    )
    .toBeVisible()
  await expectNoAxeViolations()
})

it('moves the focus to a nearby button after a card is saved or removed', async () => {
  const saved: Card = { ...VISA, id: 'pm_3', last4: '3184' }
  await openApp('/account/payments', {
    api: {
      payments: {
        ...withSimulator,
        cards: () => ({ items: [] }),
        addCard: () => ({ items: [saved] }),
        removeCard: () => ({ items: [] }),
      },
    },
    http: simulator({}),
  })
  const add = section.getByRole('button', { name: 'Add card' })
  await add.click()
  await expectFocusIn(section.getByLabelText('Card number'))
  await section.getByLabelText('Card number').fill('4000002760003184')
  await section.getByLabelText('Expiry date').fill('12 / 34')
  await section.getByLabelText('Security code').fill('123')
  await section.getByRole('button', { name: 'Save card' }).click()
  await expect.element(toast('Your card has been saved')).toBeVisible()
  await expect.element(add).toHaveFocus()
  await section.getByRole('button', { name: 'Remove Visa ending in 3184' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove this card?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.element(section).toMatchTextContent('No card yet.')
  await expect.element(add).toHaveFocus()
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('has no violations with an incomplete form, and during the removal of a card', async () => {
    await openApp('/account/payments', { ...appearance, api: { payments: withSimulator }, http: simulator({}) })
    await page.getByRole('button', { name: /^(?:Add card|Kaart toevoegen)$/u }).click()
    const number = page.getByLabelText(/^(?:Card number|Kaartnummer)$/u)
    await expectFocusIn(number)
    await page.getByRole('button', { name: /^(?:Save card|Kaart opslaan)$/u }).click()
    await expect.element(number).toHaveAttribute('aria-invalid', 'true')
    await expectNoAxeViolations()
    await page
      .getByRole('button', { name: /^(?:Remove Visa|Visa .+ verwijderen$)/u })
      .first()
      .click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    await expectNoAxeViolations()
  })
})
