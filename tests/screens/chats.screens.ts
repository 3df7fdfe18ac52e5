import type { Page } from '@playwright/test'

import { askToEnd } from '@kundig/testing/browser/chats'
import { expect } from '@kundig/testing/browser/people'

import { composerOn, enter, meet, say } from './scenarios.ts'
import { MAIN_WIDTHS } from './screen-looks.ts'
import { inBoth, screens } from './screenshots.ts'

/** Cuts somebody off; a connection that stands does not notice by itself that the network is gone. */
async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('offline')))
}

screens(['chats', 'chats.room', 'chats.first-message'], async (people, capture) => {
  const sanne = await people.demo('sanne')
  const rooms = sanne.getByRole('button', { name: /Daan Verhoeven/u })
  await capture('chats', sanne, { at: '/dashboard?tab=chats', ready: () => expect(rooms).toBeVisible() })
  await rooms.click()
  const log = sanne.getByRole('log')
  await expect(log.locator('.bubble').first()).toBeAttached()
  const room = new URL(sanne.url())
  await capture('chats.room', sanne, {
    at: `${room.pathname}${room.search}`,
    ready: () => expect(log.locator('.bubble').first()).toBeAttached(),
    widths: MAIN_WIDTHS,
  })
  await capture('chats.first-message', sanne, {
    make: () =>
      expect(async () => {
        await log.evaluate((box) => {
          box.scrollTop = 0
        })
        await expect(log).toContainText('Three questions first', { timeout: 500 })
        await expect(log.getByText(/^(?:Your request|Jouw verzoek|.* wrote|.* schreef)$/u)).toBeInViewport({
          timeout: 500,
        })
      }).toPass(),
  })
})

screens(['chats.fresh', 'chats.texts', 'chats.writing', 'chats.too-long', 'chats.typing'], async (people, capture) => {
  const { asker, expert, at } = await meet(
    people,
    'hannah',
    'siobhan',
    'Hello Siobhán, the kitchen wall of our rented house is damp up to my knee, and the landlord says it is the cooking. Is it?',
  )
  await enter(expert, at)
  const { field, send } = composerOn(asker)
  const ready = () => expect(send).toHaveAttribute('aria-disabled', 'false')
  await capture('chats.fresh', asker, { at, ready })
  await say(expert, 'Only if you cook against that wall 😄', 'Is it brick? Is there a skirting board?')
  await say(
    asker,
    'Brick, and a skirting board from the 1970s, I think. More of it at https://kundig.example/damp/walls?room=kitchen&height=knee#skirting',
    `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft${'o'.repeat(120)}`,
    'שלום, האם הקיר רטוב?\n\nAnd <b>not bold</b>, & so on.',
    '👍',
  )
  await capture('chats.texts', asker, { ready })
  await field.fill('Then I would say:\n\n1. take off the board\n2. look behind it\n3. write to me\n4. and wait')
  await capture('chats.writing', asker)
  await field.fill('Every sentence counts. '.repeat(100))
  await capture('chats.too-long', asker)
  await field.fill('')
  await capture('chats.typing', asker, {
    make: () =>
      expect(async () => {
        await composerOn(expert).field.pressSequentially('h')
        await expect(asker.getByText(/is typing…|typt…/u)).toBeVisible({ timeout: 3500 })
      }).toPass(),
  })
})

screens(['chats.code', 'chats.markup', 'chats.only-markup'], async (people, capture) => {
  const { asker, expert, at } = await meet(people, 'thijs', 'emre', 'How do I centre a <div>, or anything else?')
  await enter(expert, at)
  const { field, send } = composerOn(asker)
  const ready = () => expect(send).toHaveAttribute('aria-disabled', 'false')
  await say(expert, 'With `display: grid`:\n```\n.box {\n  display: grid;\n  place-items: center;\n}\n```')
  await capture('chats.code', asker, { at, ready })
  await field.fill('I tried <center>, <font color="red"> and <table><tr><td>, and nothing helped')
  await capture('chats.markup', asker)
  await field.fill('<div></div>')
  await field.press('Enter')
  await capture('chats.only-markup', asker)
})

screens(['chats.new-messages', 'chats.load-failed'], async (people, capture) => {
  const { asker, expert, at } = await meet(people, 'tineke', 'wim', 'Dag Wim, mijn honing schift. Wat nu?')
  await enter(expert, at)
  await enter(asker, at)
  for (let day = 1; day <= 12; day++) await say(asker, `Dag ${day}: de honing is nog even hard als gisteren.`)
  const log = asker.getByRole('log')
  const news = asker.getByRole('button', { name: /^1 (?:new message|nieuw bericht)$/u })
  let told = 0
  await capture('chats.new-messages', asker, {
    make: async () => {
      await enter(asker, at)
      await expect(log.locator('.bubble').first()).toBeAttached()
      await log.evaluate((box) => {
        box.scrollTop = 0
      })
      await composerOn(expert).field.fill(`In een pan met warm water, hooguit ${39 - told++} graden.`)
      await expert.keyboard.press('Enter')
      await expect(news).toBeVisible()
    },
  })
  await asker.route('**/rpc/chat/messages', (route) => route.fulfill({ status: 500, json: {} }))
  const again = asker.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await capture('chats.load-failed', asker, { at, ready: () => expect(again).toBeVisible() })
})

screens(
  ['chats.offline', 'account.offline', 'chats.menu', 'chats.close-dialog', 'chats.closed', 'chats.closed-with-unsent'],
  async (people, capture) => {
    const message = 'Dag Gerda, wie betaalt de schutting als de buurman hem niet wil?'
    const { asker, expert, at } = await meet(people, 'piethein', 'gerda', message)
    await enter(asker, at)
    await enter(expert, at)
    await say(expert, 'Dag Piet-Hein, staat hij op de erfgrens?')
    await say(asker, 'Precies erop.')
    await asker.goto('/account')
    await expect(asker.locator('input[name=full_name]')).toBeVisible()
    await goOffline(asker)
    const told = asker.getByText(/^(?:You are offline\.|Je bent offline\.) (?:What|Wat)/u)
    await capture('account.offline', asker, { ready: () => expect(told.first()).toBeVisible() })
    await asker.context().setOffline(false)

    await enter(asker, at)
    await expect(asker.getByRole('log')).toContainText('Precies erop.')
    await goOffline(asker)
    await composerOn(asker).field.fill('Hij zegt dat hij niets betaalt.')
    await asker.keyboard.press('Enter')
    await expect(asker.getByRole('log')).toContainText('niets betaalt')
    await composerOn(asker).field.fill('En nu heeft hij')
    await capture('chats.offline', asker, { ready: () => expect(told.first()).toBeVisible() })

    await expert.getByRole('button', { name: inBoth('More', 'Meer') }).click()
    await capture('chats.menu', expert)
    await expert.getByRole('menuitem').first().press('Escape')
    await askToEnd(expert)
    await capture('chats.close-dialog', expert)
    await expert
      .getByRole('alertdialog')
      .getByRole('button', { name: inBoth('End conversation', 'Gesprek beëindigen') })
      .click()
    const closed = /^(?:This chat is closed|Deze chat is gesloten)$/u
    await expect(expert.getByText(closed)).toBeVisible()
    await capture('chats.closed', expert, { at, ready: () => expect(expert.getByText(closed)).toBeVisible() })
    await asker.context().setOffline(false)
    const refused = asker.getByRole('log').getByRole('alert')
    await capture('chats.closed-with-unsent', asker, { ready: () => expect(refused).toBeVisible({ timeout: 40_000 }) })
  },
)
