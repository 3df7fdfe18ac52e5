import { callAs } from '@kundig/testing/browser/calls'
import { paymentCalls } from '@kundig/testing/browser/payments'
import { expect } from '@kundig/testing/browser/people'
import { CARDS } from '@kundig/testing/payments/cards'

import { fillCard, forgetDeclines, personAt } from './payment-scenarios.ts'
import { untilToast } from './scenarios.ts'
import type { ScreenLook } from './screen-looks.ts'
import { inBoth, screens } from './screenshots.ts'

const GETTING_PAID = { name: inBoth('Getting paid', 'Betalingen ontvangen') }
const SAVED_CARDS = { name: inBoth('Saved cards', 'Opgeslagen kaarten') }

screens(
  [
    'seller.inactive',
    'seller.in-progress',
    'seller.refused',
    'seller.ready',
    'seller.failed',
    'simulator.onboarding',
    'simulator.dashboard',
  ],
  async (people, capture) => {
    for (const [key, outcome] of [
      ['lukasz', null],
      ['katarzyna', 'incomplete'],
      ['abdel', 'reject'],
      ['ayse', 'complete'],
    ] as const) {
      const page = await people.demo(key)
      if (outcome) await paymentCalls(people).onboard(personAt(page), outcome)
      const section = page.getByRole('region', GETTING_PAID)
      const ready = () => expect(section.getByRole('button')).toBeVisible()
      const name = { lukasz: 'inactive', katarzyna: 'in-progress', abdel: 'refused', ayse: 'ready' }[key]
      await capture(`seller.${name}`, page, { at: '/account', ready, about: section })
      const context = page.context()
      if (outcome === null) {
        // The provider's own pages follow the browser, not Kundig's switch.
        const start = async ({ language }: ScreenLook) => {
          const { url } = await callAs<{ url: string }>(context, people.url, 'POST', '/api/payments/account/onboarding')
          await page.goto(`${url}?locale=${language}`)
        }
        await capture('simulator.onboarding', page, { make: start, whole: true })
        await page.goto('/account')
        await page.route('**/rpc/payments/account', (route) => route.fulfill({ status: 500, json: {} }))
        await capture('seller.failed', page, { at: '/account', ready, about: section })
      }
      if (outcome === 'complete') {
        await capture('simulator.dashboard', page, {
          make: async ({ language }) => {
            const { url } = await callAs<{ url: string }>(
              context,
              people.url,
              'POST',
              '/api/payments/account/dashboard',
            )
            await page.goto(`${url}?locale=${language}`)
          },
          whole: true,
        })
      }
    }
  },
)

screens(
  [
    'cards.empty',
    'cards.form',
    'cards.form-errors',
    'cards.form-refused',
    'cards.form-real-card',
    'cards.bank',
    'cards',
    'cards.remove',
    'cards.failed',
  ],
  async (people, capture, sql) => {
    const page = await people.demo('hannah')
    const about = page.getByRole('region', SAVED_CARDS)
    const add = about.getByRole('button', { name: inBoth('Add card', 'Kaart toevoegen') })
    const save = about.locator('button[type=submit]')
    await capture('cards.empty', page, { at: '/account', ready: () => expect(add).toBeVisible(), about })
    const open = async () => {
      await page.goto('/account')
      await add.click()
      await expect(page.getByLabel(/^(?:Card number|Kaartnummer)$/u)).toBeVisible()
    }
    await capture('cards.form', page, { make: open, about })
    await capture('cards.form-errors', page, {
      make: async () => {
        await open()
        await save.click()
      },
      about,
    })
    const told = about.getByRole('alert').filter({ hasText: /\S/u })
    const wrong = about.locator('input[aria-invalid=true]')
    for (const [name, number, sign] of [
      ['cards.form-refused', CARDS.declined, told],
      ['cards.form-real-card', '4111111111111111', wrong],
    ] as const) {
      await capture(name, page, {
        make: async () => {
          await forgetDeclines(sql)
          await open()
          await fillCard(page, number)
          await save.click()
          await expect(sign).toBeVisible()
        },
        about,
      })
    }
    await capture('cards.bank', page, {
      make: async () => {
        await open()
        await fillCard(page, CARDS.asks3dSecure)
        await save.click()
        await expect(page.frameLocator('iframe[title*="3-D Secure"]').getByRole('button').first()).toBeVisible()
      },
    })
    const { saveCard } = paymentCalls(people)
    await saveCard(personAt(page), CARDS.visa)
    await saveCard(personAt(page), CARDS.otherVisa)
    const remove = about.getByRole('button', { name: /^Remove |verwijderen$/u })
    await capture('cards', page, { at: '/account', ready: () => expect(remove).toHaveCount(2), about })
    await remove.first().click()
    await capture('cards.remove', page, { ready: () => expect(page.getByRole('alertdialog')).toBeVisible() })
    await page.route('**/rpc/payments/cards', (route) => route.fulfill({ status: 500, json: {} }))
    const again = about.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
    await capture('cards.failed', page, { at: '/account', ready: () => expect(again).toBeVisible(), about })
  },
)

screens(
  [
    'onboarding.failed',
    'onboarding.error',
    'onboarding.ready',
    'payment-success.nothing',
    'payment-success.refused',
    'payment-success.payment',
  ],
  async (people, capture) => {
    const page = await people.demo('bjorn')
    const notice = page.getByRole('alert')
    const ready = () => expect(notice).toBeVisible()
    await capture('onboarding.failed', page, { at: '/dashboard?error=stripe-onboarding-failed', ready })
    await capture('onboarding.error', page, { at: '/dashboard?error=stripe-error', ready })
    const heading = () => expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await capture('payment-success.nothing', page, { at: '/payment-success', ready: heading })
    const setup = await paymentCalls(people).setUpCard(personAt(page), CARDS.asks3dSecure)
    await capture('payment-success.refused', page, {
      at: `/payment-success?setup_intent=${setup}&redirect_status=failed`,
      ready: heading,
    })
    const payment = 'payment_intent=pi_1&payment_intent_client_secret=pi_1_secret_2'
    await capture('payment-success.payment', page, {
      at: `/payment-success?${payment}&redirect_status=succeeded`,
      ready: heading,
    })
    await paymentCalls(people).becomeSeller(personAt(page))
    await capture('onboarding.ready', page, { make: () => untilToast(page, () => page.goto('/stripe/return')) })
  },
)
