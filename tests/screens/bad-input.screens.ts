import type { BrowserContext, Page } from '@playwright/test'

import { callAs, idOf } from '@kundig/testing/browser/calls'
import { chatOn, makePdf } from '@kundig/testing/browser/chat-files'
import { openLive } from '@kundig/testing/browser/live-pages'
import { expect, PASSWORD, type People, uniqueWord } from '@kundig/testing/browser/people'

import { composerOn, enter, meet, newcomer, say } from './scenarios.ts'
import { MAIN_WIDTHS } from './screen-looks.ts'
import { inBoth, screens } from './screenshots.ts'

const DAY_MS = 86_400_000
/** A hundred characters in four parts. */
const LONG_NAME = 'Maximiliaan-Alexander Christoffel Ferdinand-Hieronymus van-den-Hoogenband-Oosterwijk-tot-Nederhemert'
/** One word of eighty letters. */
const LONG_WORD = `Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaf`
const ARABIC_NAME = 'عبد الرحمن بن محمد الخوارزمي'
const HEBREW_NAME = 'שלמה בן-יהודה'
/** What the custom fields of these people have in common, so that one search finds them all. */
const FIELD = 'Grenzgevallen'

interface Stranger {
  context: BrowserContext
  id: string
}

/** Somebody new with a name and a field that nobody expected. */
async function stranger(people: People, name: string, bio: string, field: string): Promise<Stranger> {
  const context = (await people.visitor()).context()
  const email = `${uniqueWord()}@kundig.example`
  await callAs(context, people.url, 'POST', '/api/auth/sign-up/email', { email, password: PASSWORD })
  const id = await idOf(context, people.url)
  await publish({ context, id }, people, { full_name: name, bio, expertise: { type: 'custom', value: field } }, true)
  return { context, id }
}

interface Shown {
  full_name: string
  bio: string
  expertise: { type: 'custom'; value: string }
}

async function publish({ context, id }: Stranger, people: People, shown: Shown, isPublic: boolean): Promise<void> {
  await callAs(context, people.url, 'PUT', `/api/profiles/${id}`, { ...shown, is_public: isPublic })
}

/** Has one of the demo people open a room with a stranger. */
async function meetStranger(people: People, key: string, { context, id }: Stranger, message: string) {
  const page = await people.demo(key)
  const request = await callAs<{ id: string }>(page.context(), people.url, 'POST', '/api/connection-requests', {
    receiver_id: id,
    message,
  })
  const path = `/api/connection-requests/${request.id}/accept`
  const { room } = await callAs<{ room: { id: string } }>(context, people.url, 'POST', path)
  const partner = context.pages()[0] ?? (await context.newPage())
  return { page, partner, at: `/dashboard?tab=chats&room=${room.id}` }
}

screens(
  [
    'bad-input.explore',
    'bad-input.profile',
    'bad-input.profile-word',
    'bad-input.profile-rtl',
    'bad-input.requests',
    'bad-input.chat',
    'bad-input.request-dialog',
  ],
  async (people, capture) => {
    const bios = [
      'A name of a hundred characters in four parts.',
      LONG_WORD.repeat(6),
      'السلام عليكم، أصلح المضخات القديمة.',
      'אני מתקן צינורות ישנים.',
    ]
    const names = [LONG_NAME, LONG_WORD, ARABIC_NAME, HEBREW_NAME]
    const fields = [`${FIELD} en alles wat daar nog bij komt, ook op zaterdag, in vier delen`, `${FIELD}${LONG_WORD}`]
    const shown = names.map((full_name, index): Shown => {
      const value = fields[index] ?? `${FIELD} ${full_name}`.slice(0, 60)
      return { full_name, bio: bios[index] ?? '', expertise: { type: 'custom', value } }
    })
    const strangers: Stranger[] = []
    for (const { full_name, bio, expertise } of shown) {
      strangers.push(await stranger(people, full_name, bio, expertise.value))
    }
    const [long, word, arabic, hebrew] = strangers
    if (!long || !word || !arabic || !hebrew) throw new Error('Somebody is missing')

    const page = await people.demo('daan')
    const cards = page.getByRole('article')
    await page.goto('/dashboard')
    await page.getByRole('searchbox').fill(FIELD)
    // Those four, and nobody who was there before the search.
    await expect(cards).toHaveCount(4)
    await capture('bad-input.explore', page, { whole: true })
    for (const [name, { id }] of [
      ['bad-input.profile', long],
      ['bad-input.profile-word', word],
      ['bad-input.profile-rtl', arabic],
    ] as const) {
      const heading = page.getByRole('heading', { level: 1 })
      await capture(name, page, { at: `/profile/${id}`, ready: () => expect(heading).toBeVisible() })
    }
    await page.goto(`/profile/${word.id}`)
    await page.getByRole('button', { name: /^(?:Send Request to|Verzoek sturen naar) /u }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await capture('bad-input.request-dialog', page)
    await page.goto('/dashboard')

    const receiver = await people.demo('joost')
    const receiverId = await idOf(receiver.context(), people.url)
    for (const { context } of strangers) {
      const message = `${LONG_WORD} ${LONG_WORD}`
      await callAs(context, people.url, 'POST', '/api/connection-requests', { receiver_id: receiverId, message })
    }
    const pending = receiver.getByRole('button', { name: inBoth('Accept', 'Accepteren') })
    await capture('bad-input.requests', receiver, {
      at: '/dashboard?tab=requests',
      ready: () => expect(pending.first()).toBeVisible(),
      whole: true,
    })

    let chat = await meetStranger(people, 'noor', arabic, 'مرحبا، هل المضخة قديمة؟')
    for (const someone of [hebrew, word, long]) chat = await meetStranger(people, 'noor', someone, LONG_WORD)
    await enter(chat.partner, chat.at)
    await enter(chat.page, chat.at)
    await say(chat.partner, LONG_WORD, 'مرحبا، المضخة قديمة جدا (1970).')
    await say(chat.page, `שלום ${LONG_WORD}`)
    const { send } = composerOn(chat.page)
    await capture('bad-input.chat', chat.page, {
      at: chat.at,
      ready: () => expect(send).toHaveAttribute('aria-disabled', 'false'),
      widths: [...MAIN_WIDTHS, 320],
    })
    for (const [index, someone] of strangers.entries()) {
      const own = shown[index]
      if (own) await publish(someone, people, own, false)
    }
  },
)

screens(
  ['zoomed.landing', 'zoomed.explore', 'zoomed.requests', 'zoomed.chat', 'zoomed.account', 'zoomed.dialog'],
  async (people, capture) => {
    const widths = [320]
    const visitor = await people.visitor()
    await capture('zoomed.landing', visitor, { at: '/', widths })
    const { asker: page, expert, at } = await meet(people, 'hannah', 'wim', 'Dag Wim, wat doe ik met oude was?')
    await enter(expert, at)
    await enter(page, at)
    await say(expert, 'Smelten, zeven, en er kaarsen van maken.')
    const { send } = composerOn(page)
    const cards = page.getByRole('article')
    await capture('zoomed.explore', page, {
      at: '/dashboard',
      ready: () => expect(cards.first()).toBeVisible(),
      widths,
    })
    const heading = page.getByRole('heading', { level: 2 }).first()
    await capture('zoomed.requests', page, {
      at: '/dashboard?tab=requests',
      ready: () => expect(heading).toBeVisible(),
      widths,
    })
    const ready = () => expect(send).toHaveAttribute('aria-disabled', 'false')
    await capture('zoomed.chat', page, { at, ready, widths })
    const name = page.locator('input[name=full_name]')
    await capture('zoomed.account', page, { at: '/account', ready: () => expect(name).toBeVisible(), widths })
    await page.goto('/dashboard')
    await page.getByRole('searchbox').fill('Zoë')
    await page.getByRole('article').first().getByRole('button').click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await capture('zoomed.dialog', page, { widths })
  },
)

screens(['toasts.five'], async (people, capture) => {
  const page = await people.demo('lukasz')
  const receiver = await idOf(page.context(), people.url)
  const ask = async (asker: BrowserContext): Promise<void> => {
    const message = 'Mag ik je iets vragen?'
    await callAs(asker, people.url, 'POST', '/api/connection-requests', { receiver_id: receiver, message })
    await asker.close()
  }
  let made = 0
  await capture('toasts.five', page, {
    make: async () => {
      const round = String.fromCodePoint(65 + made++)
      const askers: BrowserContext[] = []
      for (const name of ['Anna', 'Bram', 'Cees', 'Dirk', 'Maximiliaan-Alexander Christoffel van den Hoogenband']) {
        askers.push(await newcomer(people, `${name} ${round}`))
      }
      await openLive(page, '/dashboard')
      await Promise.all(askers.map(ask))
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(5)
    },
  })
})

/** Sets the clock of a browser forwards or back; the timers run as they do. */
async function setClock(page: Page, byMs: number): Promise<void> {
  await page.context().addInitScript((shift) => {
    const Real = Date
    class Shifted extends Real {
      constructor(time: number | string = Real.now() + shift) {
        super(time)
      }
      static override now(): number {
        return Real.now() + shift
      }
    }
    globalThis.Date = Shifted as typeof Date
  }, byMs)
}

screens(['clock.ahead', 'clock.behind', 'clock.behind-requests'], async (people, capture) => {
  const message = 'Hello Nia, is the beam above our window strong enough?'
  const { asker, expert, at } = await meet(people, 'kwame', 'katarzyna', message)
  await setClock(asker, DAY_MS)
  await setClock(expert, -DAY_MS)
  await enter(asker, at)
  await enter(expert, at)
  await say(expert, 'Written by a clock that is a day behind.')
  await say(asker, 'And by one that is a day ahead.')
  await say(expert, 'Which of the two is it?')
  for (const [name, page] of [
    ['clock.ahead', asker],
    ['clock.behind', expert],
  ] as const) {
    const { send } = composerOn(page)
    await capture(name, page, { at, ready: () => expect(send).toHaveAttribute('aria-disabled', 'false') })
  }
  const heading = expert.getByRole('heading', { level: 2 }).first()
  await capture('clock.behind-requests', expert, {
    at: '/dashboard?tab=requests',
    ready: () => expect(heading).toBeVisible(),
  })
})

/** Has a browser keep nothing, as one that is full or is told not to. */
async function withoutStorage(page: Page, how: 'full' | 'forbidden'): Promise<void> {
  await page.context().addInitScript((kind) => {
    const refuse = (): never => {
      throw new DOMException('No storage', kind === 'full' ? 'QuotaExceededError' : 'SecurityError')
    }
    IDBFactory.prototype.open = refuse
    if (kind === 'forbidden') {
      for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get: refuse })
      return
    }
    const setItem = Reflect.get(Storage.prototype, 'setItem')
    // The look of the pictures is written before the disk is full.
    Storage.prototype.setItem = function set(key: string, value: string) {
      if (key !== 'language' && key !== 'darkMode') refuse()
      setItem.call(this, key, value)
    }
  }, how)
}

screens(
  ['storage.full', 'storage.full-unsent', 'storage.forbidden', 'storage.forbidden-landing'],
  async (people, capture) => {
    const { asker, expert, at } = await meet(
      people,
      'sofie',
      'emre',
      'Hoi Emre, mijn website laadt niet. Waar begin ik?',
    )
    await withoutStorage(asker, 'full')
    await withoutStorage(expert, 'forbidden')
    const ready = (page: Page) => () => expect(composerOn(page).send).toHaveAttribute('aria-disabled', 'false')
    const show = (page: Page, address: string) => ({
      make: async () => {
        await page.goto(address)
        await ready(page)()
      },
    })
    await enter(asker, at)
    await say(asker, 'Er staat alleen een leeg vlak.')
    await composerOn(asker).field.fill('En nu staat er')
    await capture('storage.full', asker)
    await asker.context().setOffline(true)
    await asker.evaluate(() => window.dispatchEvent(new Event('offline')))
    await composerOn(asker).field.fill('Nu doet het helemaal niets meer.')
    await asker.keyboard.press('Enter')
    const kept = asker.getByText(/^(?:This browser cannot keep|Deze browser kan)/u)
    await capture('storage.full-unsent', asker, { ready: () => expect(kept).toBeVisible() })
    await asker.context().setOffline(false)

    await capture('storage.forbidden', expert, show(expert, at))
    await capture('storage.forbidden-landing', expert, { make: () => expert.goto('/') })
  },
)

screens(['chat-files.held-back'], async (people, capture) => {
  const { asker, at } = await meet(people, 'abdel', 'ruth', 'Hello Ruth, may I show you the twelve parts of my thesis?')
  await enter(asker, at)
  const { tray, choose } = chatOn(asker)
  const parts = Array.from({ length: 12 }, (_, index) =>
    makePdf(index === 11 ? `${'A very long chapter, '.repeat(6)}final version 2.pdf` : `Part ${index + 1}.pdf`),
  )
  await choose(...parts)
  const held = tray.getByText(/(?:The rest follows|De rest volgt)/u)
  await capture('chat-files.held-back', asker, { ready: () => expect(held.first()).toBeVisible() })
})
