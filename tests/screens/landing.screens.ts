import type { Page } from '@playwright/test'

import { expect } from '@kundig/testing/browser/people'

import { MAIN_WIDTHS } from './screen-looks.ts'
import { inBoth, screens } from './screenshots.ts'

const LIST_CALL = '**/rpc/profiles/*'
const JOIN_CALL = '**/rpc/waitingList/join'

/** Waits until the page answers by its own code: React marks what it has taken over. */
async function untilTakenOver(page: Page): Promise<void> {
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(document.getElementById('main') ?? {}).some((key) => key.startsWith('__react'))),
    )
    .toBe(true)
}

function waitingListOn(page: Page) {
  const form = page.locator('form').filter({ has: page.getByRole('checkbox') })
  return {
    name: form.getByRole('textbox').first(),
    email: form.getByRole('textbox').nth(1),
    category: form.getByRole('combobox'),
    consent: form.getByRole('checkbox'),
    join: form.getByRole('button'),
    card: page.locator('#waiting-list .card'),
  }
}

screens(
  ['landing', 'landing.not-found', 'landing.found', 'landing.nothing-found', 'landing.category', 'landing.skip-link'],
  async (people, capture) => {
    const page = await people.visitor()
    const ready = () => untilTakenOver(page)
    await capture('landing', page, { at: '/', ready, whole: true, widths: MAIN_WIDTHS })
    const missing = page.getByText(/^(?:There is no page at this address|Op dit adres is geen pagina)/u)
    await capture('landing.not-found', page, { at: '/no/such/page', ready: () => expect(missing).toBeVisible() })
    const about = page.locator('#experts')
    await capture('landing.found', page, { at: '/?q=ruth', ready, about })
    await capture('landing.nothing-found', page, { at: '/?q=glass%20blowing%20in%20zero%20gravity', ready, about })
    await capture('landing.category', page, { at: '/?category=education', ready, about })
    await capture('landing.skip-link', page, {
      make: async () => {
        await page.goto('/')
        await ready()
        await page.keyboard.press('Tab')
      },
    })
  },
)

screens(['landing.menu', 'landing.logged-in', 'landing.logged-in-menu'], async (people, capture) => {
  const visitor = await people.visitor()
  const open = (page: Page) => async () => {
    await page.goto('/')
    await untilTakenOver(page)
    const button = page.getByRole('button', { name: inBoth('Open menu', 'Menu openen') })
    if (await button.isVisible()) await button.click()
  }
  await capture('landing.menu', visitor, { make: open(visitor) })
  const noor = await people.demo('noor')
  await capture('landing.logged-in', noor, { at: '/', ready: () => untilTakenOver(noor), whole: true })
  await capture('landing.logged-in-menu', noor, { make: open(noor) })
})

screens(['landing.searching', 'landing.search-failed'], async (people, capture) => {
  const page = await people.visitor()
  await page.goto('/')
  await untilTakenOver(page)
  await page.route(LIST_CALL, () => undefined)
  await page.getByRole('searchbox').fill('joost')
  await expect(page).toHaveURL(/\?q=joost$/u)
  const about = page.locator('#experts')
  await capture('landing.searching', page, { about })
  await page.unroute(LIST_CALL)

  await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('searchbox').fill('ruth')
  const again = page.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await capture('landing.search-failed', page, { ready: () => expect(again).toBeVisible(), about })
})

screens(
  [
    'landing.waiting-list-name',
    'landing.waiting-list-consent',
    'landing.waiting-list-failed',
    'landing.waiting-list-joined',
  ],
  async (people, capture) => {
    const page = await people.visitor()
    await page.goto('/')
    await untilTakenOver(page)
    const { name, email, category, consent, join, card: about } = waitingListOn(page)
    await name.fill('J0hn <3')
    await join.click()
    await capture('landing.waiting-list-name', page, { about })
    await name.fill('Iris Bloem')
    await email.fill('iris@kundig.example')
    await category.selectOption('education')
    await join.click()
    await capture('landing.waiting-list-consent', page, { about })
    await consent.check()
    await page.route(JOIN_CALL, (route) => route.fulfill({ status: 500, json: {} }))
    await join.click()
    const failed = about.getByRole('alert')
    await capture('landing.waiting-list-failed', page, { ready: () => expect(failed).toBeVisible(), about })
    await page.unroute(JOIN_CALL)
    await join.click()
    await expect(join.and(page.locator('[type=submit]'))).toBeHidden()
    await capture('landing.waiting-list-joined', page, { about })
  },
)
