import { callAs, idOf } from '@kundig/testing/browser/calls'
import { expect } from '@kundig/testing/browser/people'

import { meet, newcomer, untilToast } from './scenarios.ts'
import { MAIN_WIDTHS } from './screen-looks.ts'
import { inBoth, screens } from './screenshots.ts'

const REQUESTS = '/dashboard?tab=requests'

screens(
  ['explore', 'explore.category', 'explore.searching', 'explore.nothing-found', 'explore.failed', 'not-found-route'],
  async (people, capture) => {
    const page = await people.demo('anneke')
    const cards = page.getByRole('article')
    const ready = () => expect(cards.first()).toBeVisible()
    const search = page.getByRole('searchbox')
    await capture('explore', page, { at: '/dashboard', ready, widths: MAIN_WIDTHS })
    await page.getByRole('combobox').selectOption('trades-services')
    await capture('explore.category', page, { ready: () => expect(page).toHaveURL(/category=trades-services$/u) })
    await page.goBack()
    await search.fill('a name that nobody has')
    const everyone = page.getByRole('button', { name: inBoth('Show everyone', 'Toon iedereen') })
    await capture('explore.nothing-found', page, { ready: () => expect(everyone).toBeVisible() })
    await page.route('**/rpc/profiles/*', () => undefined)
    await search.fill('sofie')
    await capture('explore.searching', page)
    await page.unroute('**/rpc/profiles/*')
    await page.route('**/rpc/profiles/*', (route) => route.fulfill({ status: 500, json: {} }))
    await search.fill('wim')
    const again = page.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
    await capture('explore.failed', page, { ready: () => expect(again).toBeVisible() })
    await page.unroute('**/rpc/profiles/*')
    await capture('not-found-route', page, { at: '/no/such/page', ready: () => expect(page).toHaveURL(/\/$/u) })
  },
)

screens(
  [
    'request-dialog',
    'request-dialog.empty',
    'request-dialog.written',
    'request-dialog.too-long',
    'request-dialog.failed',
    'request.sent',
  ],
  async (people, capture) => {
    const page = await people.demo('rachid')
    const dialog = page.getByRole('dialog')
    const field = dialog.getByRole('textbox')
    const submit = dialog.locator('button[type=submit]')
    const open = async (name: string) => {
      await page.goto(`/dashboard`)
      await page.getByRole('searchbox').fill(name)
      await expect(page.getByRole('article')).toHaveCount(1)
      await page.getByRole('article').getByRole('button').click()
    }
    await open('Priya Raman')
    await capture('request-dialog', page)
    await submit.click()
    await capture('request-dialog.empty', page)
    await field.fill('Our school wants to heat three classrooms with one heat pump.\n\nIs that a question for you?')
    await capture('request-dialog.written', page)
    await page.route('**/rpc/connectionRequests/create', (route) => route.fulfill({ status: 500, json: {} }))
    await submit.click()
    await capture('request-dialog.failed', page, { ready: () => expect(dialog.getByRole('alert')).toBeVisible() })
    await page.unroute('**/rpc/connectionRequests/create')
    await field.fill('Every sentence counts. '.repeat(120))
    await submit.click()
    await capture('request-dialog.too-long', page)
    const names = ['Priya Raman', 'Wim Kuiper', 'Tom Hendriks', 'Mei-Ling Tan', 'Ayşe Demir', 'Zoë', 'Yusuf', 'Lieven']
    await capture('request.sent', page, {
      make: async () => {
        await open(names.pop() ?? '')
        await field.fill('Could I ask you something about teaching?')
        await untilToast(page, () => submit.click())
      },
    })
  },
)

screens(['requests', 'requests.history', 'requests.empty', 'requests.failed'], async (people, capture) => {
  const daan = await people.demo('daan')
  const pending = daan.getByRole('button', { name: inBoth('Accept', 'Accepteren') })
  await capture('requests', daan, {
    at: REQUESTS,
    ready: () => expect(pending.first()).toBeVisible(),
    whole: true,
    widths: MAIN_WIDTHS,
  })
  const history = daan.getByRole('heading', { name: inBoth('History', 'Geschiedenis') })
  await capture('requests.history', daan, { about: history })

  const bjorn = await people.demo('bjorn')
  const empty = bjorn.getByText(/^(?:Nothing to answer|Niets te beantwoorden)$/u)
  await capture('requests.empty', bjorn, {
    at: REQUESTS,
    ready: () => expect(empty.first()).toBeVisible(),
    whole: true,
  })
  await bjorn.route('**/rpc/connectionRequests/*', (route) => route.fulfill({ status: 500, json: {} }))
  const again = bjorn.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await capture('requests.failed', bjorn, { at: REQUESTS, ready: () => expect(again).toHaveCount(2), whole: true })
})

screens(['requests.long', 'requests.accepted', 'requests.rejected', 'requests.live'], async (people, capture) => {
  // One long introduction, which is folded, and enough others to answer one for each look.
  const winston = await people.demo('winston')
  const receiver = await idOf(winston.context(), people.url)
  const names = ['Aafke', 'Bas', 'Cees', 'Dirk', 'Els', 'Femke', 'Gijs', 'Hugo', 'Inge', 'Jip', 'Kees', 'Lot', 'Mees']
  for (const name of [...names, 'Nel', 'Otto', 'Pim', 'Quinten Jan Maarten van den Hoogenband-Oosterwijk']) {
    const asker = await newcomer(people, name)
    const message = `Hallo Winston, bij ons lekt de kraan van de wasbak. ${'Ik heb al een nieuw leertje geprobeerd. '.repeat(name.length - 2)}`
    await callAs(asker, people.url, 'POST', '/api/connection-requests', { receiver_id: receiver, message })
    await asker.close()
  }
  const accept = winston.getByRole('button', { name: inBoth('Accept', 'Accepteren') })
  const reject = winston.getByRole('button', { name: inBoth('Reject', 'Afwijzen') })
  await capture('requests.long', winston, { at: REQUESTS, ready: () => expect(accept.first()).toBeVisible() })
  const open = async () => {
    await winston.goto(REQUESTS)
    await expect(accept.first()).toBeVisible()
  }
  await capture('requests.rejected', winston, {
    make: async () => {
      await open()
      await untilToast(winston, () => reject.last().click())
    },
  })
  await capture('requests.accepted', winston, {
    make: async () => {
      await open()
      await untilToast(winston, () => accept.last().click())
      await expect(winston.getByRole('log')).toBeVisible()
    },
  })
  const others = ['Rik', 'Sien', 'Teun', 'Uus', 'Vera', 'Wies', 'Xander', 'Yvo']
  await capture('requests.live', winston, {
    make: async () => {
      await winston.goto('/dashboard')
      await expect(winston.getByRole('article').first()).toBeVisible()
      const asker = await newcomer(people, others.pop() ?? '')
      await untilToast(winston, () =>
        callAs(asker, people.url, 'POST', '/api/connection-requests', {
          receiver_id: receiver,
          message: 'Hallo Winston, mag ik je iets vragen over een cv-ketel?',
        }),
      )
      await asker.close()
    },
  })
})

screens(['chats.empty', 'failed-screen', 'chats.not-found', 'chats.loading'], async (people, capture) => {
  // Somebody whom no other picture talks to.
  const { page } = await people.expert('Thijs Vermeer')
  const at = '/dashboard?tab=chats'
  const explore = page.getByRole('button', { name: inBoth('Explore experts', 'Experts bekijken') })
  await capture('chats.empty', page, { at, ready: () => expect(explore).toBeVisible() })
  const { asker } = await meet(people, 'abdel', 'katarzyna', 'Hello Katarzyna, do you know a mould maker in Łódź?')
  const missing = asker.getByText(/^(?:Chat room not found|Chat niet gevonden)$/u)
  await capture('chats.not-found', asker, {
    at: `${at}&room=01a1be7c-4eb7-720a-8f2b-000000000000`,
    ready: () => expect(missing).toBeVisible(),
  })
  await page.route('**/rpc/chat/rooms', () => undefined)
  await capture('chats.loading', page, {
    at,
    ready: () => expect(page.locator('.card [role=status]').first()).toBeVisible(),
  })
  await page.unroute('**/rpc/chat/rooms')
  await page.route('**/rpc/chat/rooms', (route) => route.fulfill({ status: 500, json: {} }))
  const again = page.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  await capture('failed-screen', page, { at, ready: () => expect(again).toBeVisible() })
})

screens(['chats.out-of-reach', 'account.out-of-reach'], async (people, capture) => {
  const page = await people.demo('thijs')
  await page.route(/\/assets\/(?:dashboard-chats|account)-[^/]+\.js$/u, (route) => route.abort())
  const again = page.getByRole('button', { name: inBoth('Try again', 'Probeer opnieuw') })
  const ready = () => expect(again).toBeVisible()
  await capture('chats.out-of-reach', page, { at: '/dashboard?tab=chats', ready })
  // Within the application: a page that the server renders has its content already.
  await page.goto('/login')
  await expect(page).toHaveURL(/\/dashboard/u)
  await page.getByRole('navigation').getByRole('link', { name: 'Account', exact: true }).click()
  await capture('account.out-of-reach', page, { ready })
})
