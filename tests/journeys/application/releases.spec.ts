import type { Page } from '@playwright/test'

import { clickCloseChat, openRoom } from '@kundig/testing/browser/chats'
import { holdRequests } from '@kundig/testing/browser/held-requests'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

const CHATS_CODE = '**/assets/dashboard-chats-*.js'
const ACCOUNT_CODE = /\/assets\/account-[\w-]{8}\.js$/u

/** Marks the next page as a page of an earlier release, as if the server had been updated since. */
async function loadEarlierRelease(page: Page): Promise<void> {
  await page.route(
    (url) => !/^\/(?:api|rpc|live|assets)\b/u.test(url.pathname),
    async (route) => {
      const answer = await route.fetch()
      const html = await answer.text()
      const earlier = html.replace(/(?<=<meta name="release" content=")[^"]+/u, '1-abc')
      await route.fulfill({ response: answer, body: earlier })
    },
    { times: 1 },
  )
}

const mark = (page: Page): Promise<void> => page.evaluate(() => document.body.setAttribute('data-marked', ''))
const marked = (page: Page) => page.locator('body[data-marked]')

const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test(
  'a tab with unreachable code shows an error below the tabs, and loads when the code is reachable',
  { tag: '@core' },
  async ({ people }) => {
    const { page, context } = await people.expert(`Tunnel ${createUniqueWord()}`)
    await page.route(CHATS_CODE, (route) => route.abort())
    await openLivePage(page, '/dashboard')
    await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
    await mark(page)
    await context.setOffline(true)
    await page.getByRole('tab', { name: 'Chats' }).click()
    const failed = page.getByRole('tabpanel').getByRole('alert')
    await expect(failed).toBeVisible()
    const requested = page.waitForRequest(CHATS_CODE)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await requested
    await expect(failed).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
    await expect(bar(page).getByRole('button', { name: 'Log Out' })).toBeVisible()

    await page.unroute(CHATS_CODE)
    await context.setOffline(false)
    await expect(page.getByText('No chats yet')).toBeVisible()
    await expect(marked(page)).toHaveCount(1)
  },
)

test('a tab whose code becomes reachable after a failed attempt loads without a reload', async ({ people }) => {
  const { page } = await people.expert(`Tunnel ${createUniqueWord()}`)
  await page.route(CHATS_CODE, (route) => route.abort())
  const server = await holdRequests(page, '**/favicon.svg')
  await openLivePage(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await mark(page)
  await page.getByRole('tab', { name: 'Chats' }).click()
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/dashboard-chats-'))
  await page.getByRole('tabpanel').getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await failed
  await page.unroute(CHATS_CODE)
  server.letGo()
  await expect(page.getByText('No chats yet')).toBeVisible()
  await expect(marked(page)).toHaveCount(1)
})

test('a screen with unreachable code keeps the bar, and loads when the code is reachable', async ({ people }) => {
  const { page, context } = await people.expert(`Trein ${createUniqueWord()}`)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await context.setOffline(true)
  await bar(page).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('alert').getByText('Something went wrong')).toBeVisible()
  await expect(bar(page).getByRole('link', { name: 'Dashboard' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible()
})

test('a network that returns just as an attempt ends triggers another fetch of the screen’s code', async ({
  people,
}) => {
  const { page } = await people.expert(`Sein ${createUniqueWord()}`)
  await page.route(ACCOUNT_CODE, (route) => route.abort())
  await openLivePage(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await mark(page)
  // The server is unreachable until the button shows the end of an attempt. Then the browser goes online.
  await page.evaluate(() => {
    const fetch = window.fetch.bind(window)
    let isThere = false
    window.fetch = (address, options) =>
      isThere || options?.method !== 'HEAD' ? fetch(address, options) : Promise.reject(new TypeError('Failed to fetch'))
    new MutationObserver((changes) => {
      if (isThere || !changes.some(({ oldValue }) => oldValue === 'true')) return
      isThere = true
      window.dispatchEvent(new Event('online'))
    }).observe(document.body, { subtree: true, attributeFilter: ['aria-busy'], attributeOldValue: true })
  })
  await bar(page).getByRole('link', { name: 'Account' }).click()
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await expect(marked(page)).toHaveCount(0)
})

test('leaving a page whose application is unreachable shows an error and stays on the page', async ({ people }) => {
  const { page, context } = await people.expert(`Perron ${createUniqueWord()}`)
  await page.route('**/assets/app-*.js', (route) => route.abort())
  const toasts = page.waitForResponse(/\/assets\/toast-layer-/u)
  await page.goto('/dashboard')
  // Waits until the code of toasts and its imports have run.
  const toastCode = (await toasts).url()
  await page.evaluate((url) => import(url), toastCode)
  await mark(page)
  await context.setOffline(true)
  await bar(page).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByText('Network error. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await page.unroute('**/assets/app-*.js')
  await context.setOffline(false)
  await bar(page).getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible()
  await expect(marked(page)).toHaveCount(1)
})

test('the button Try again reloads the page when the server is reachable and the code is not', async ({ people }) => {
  const { page } = await people.expert(`Weg ${createUniqueWord()}`)
  await page.route(CHATS_CODE, (route) => route.fulfill({ status: 404 }))
  await openLivePage(page, '/dashboard')
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await mark(page)
  await page.getByRole('tab', { name: 'Chats' }).click()
  const failed = page.getByRole('tabpanel').getByRole('alert')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(marked(page)).toHaveCount(0)
  await expect(failed).toBeVisible()
  await page.unroute(CHATS_CODE)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No chats yet')).toBeVisible()
})

test('a page of an earlier release is reloaded once, when a link is followed', { tag: '@core' }, async ({ people }) => {
  const { page } = await people.expert(`Los ${createUniqueWord()}`)
  await loadEarlierRelease(page)
  const answered = page.waitForResponse('**/rpc/**')
  await page.goto('/dashboard')
  await answered
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await mark(page)
  await page.getByRole('tab', { name: 'Requests' }).click()
  await expect(marked(page)).toHaveCount(1)
  const live = page.waitForEvent('websocket')
  await bar(page).getByRole('link', { name: 'Account' }).click()
  await live
  await expect(marked(page)).toHaveCount(0)
  await expect(page).toHaveURL(/\/account$/u)
  await expect(page.getByRole('heading', { name: 'Account Settings', level: 1 })).toBeVisible()

  await mark(page)
  await bar(page).getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await expect(marked(page)).toHaveCount(1)
})

test('code removed with an earlier release causes an automatic reload', async ({ people }) => {
  const { page } = await people.expert(`Oud ${createUniqueWord()}`)
  await loadEarlierRelease(page)
  // The page prefetches the code of the Chats tab, so the test delays the response until this tab is opened.
  let isGone = true
  const chats = await holdRequests(page, CHATS_CODE, (route) =>
    isGone ? route.fulfill({ status: 404 }) : route.continue(),
  )
  await page.goto('/dashboard', { waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: 'Find someone to ask' })).toBeVisible()
  await mark(page)
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isGone = false
  })
  await page.getByRole('tab', { name: 'Chats' }).click()
  chats.letGo()
  await expect(page.getByText('No chats yet')).toBeVisible()
  await expect(marked(page)).toHaveCount(0)
})

test('a hidden page of an earlier release is reloaded with its draft, but not with an open dialog', async ({
  people,
}) => {
  const { asker, roomId } = await people.pair()
  const { page } = asker
  await page.clock.install()
  await loadEarlierRelease(page)
  await openRoom(page, roomId)
  const composer = page.getByLabel('Message', { exact: true })
  await composer.fill('Half a sentence')
  await mark(page)
  const hide = (isHidden: boolean): Promise<void> =>
    page.evaluate(
      (state) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value: state })
        document.dispatchEvent(new Event('visibilitychange'))
      },
      isHidden ? 'hidden' : 'visible',
    )

  await clickCloseChat(page)
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await hide(true)
  await page.clock.runFor(65_000)
  await expect(marked(page)).toHaveCount(1)
  await hide(false)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.clock.runFor(65_000)
  await expect(marked(page)).toHaveCount(1)
  await hide(true)
  await page.clock.runFor(35_000)
  await expect(marked(page)).toHaveCount(0)
  await expect(composer).toHaveValue('Half a sentence')
})

const MISSING = {
  en: ['This page does not work yet: part of it could not be fetched.', 'Try again', 'Requests'],
  nl: ['Deze pagina werkt nog niet: een deel kon niet worden opgehaald.', 'Probeer opnieuw', 'Verzoeken'],
} as const

for (const [part, language] of [
  ['start', 'en'],
  ['own-page', 'nl'],
] as const) {
  test(`a logged-in page with unreachable code shows an error, and works once the code is reachable (${part}, ${language})`, async ({
    people,
  }) => {
    const { page, context } = await people.expert(`Stil ${createUniqueWord()}`, { language })
    const [said, tryAgain, requests] = MISSING[language]
    const code = `**/assets/${part}-*.js`
    await page.route(code, (route) => route.abort())
    await page.goto('/dashboard')
    const missing = page.getByRole('alert').filter({ hasText: said })
    await expect(missing).toBeVisible()
    await expect(page.getByRole('tab', { name: requests })).toBeVisible()
    await mark(page)
    await context.setOffline(true)
    await missing.getByRole('button', { name: tryAgain }).click()
    await expect(missing.getByRole('button', { name: tryAgain })).not.toHaveAttribute('aria-busy')
    await expect(missing).toBeVisible()
    await expect(marked(page)).toHaveCount(1)
    await context.setOffline(false)
    await expect(missing).toBeVisible()

    const retryWithReload = async (): Promise<void> => {
      const loaded = page.waitForEvent('load')
      // Dispatches a click: pointerdown already fetches the code, and the button may disappear before pointerup.
      await missing.getByRole('button', { name: tryAgain }).dispatchEvent('click')
      await loaded
    }
    // The attempt after the reconnect has ended. The server is reachable again, but the code is still missing.
    await retryWithReload()
    await expect(missing).toBeVisible()
    await page.unroute(code)
    await retryWithReload()
    await expect(missing).toHaveCount(0)
    await page.getByRole('tab', { name: requests }).click()
    await expect(page).toHaveURL(/tab=requests/u)
  })
}

test('a logged-in page with unreachable code recovers automatically when the network returns', async ({ people }) => {
  const { page, context } = await people.expert(`Vanzelf ${createUniqueWord()}`)
  await page.route('**/assets/own-page-*.js', (route) => route.abort())
  await page.goto('/account')
  const missing = page.getByRole('alert').filter({ hasText: MISSING.en[0] })
  await expect(missing).toBeVisible()
  await mark(page)
  await context.setOffline(true)
  await page.unroute('**/assets/own-page-*.js')
  await context.setOffline(false)
  await expect(missing).toHaveCount(0)
  await expect(marked(page)).toHaveCount(1)
  await page.getByLabel('Bio').fill('Back again')
  await expect(page.getByRole('button', { name: 'Save profile' })).toBeEnabled()
})
