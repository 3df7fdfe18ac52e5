import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { startKundig } from '@kundig/testing/browser/kundig-server'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'
import { startPushService } from '@kundig/testing/push/push-service'

// Test browsers have no push service. The journey subscribes at a local service, which decrypts pushes.
test('a person who turns on pushes receives pushes with the site’s key while no tab is focused', async ({
  peopleOf,
}) => {
  const pushService = await startPushService()
  const server = await startKundig({ env: { PUSH_TEST_ORIGIN: pushService.origin } })
  try {
    const people = peopleOf(server.url)
    const anna = await people.expert(`Anna ${createUniqueWord()}`)
    const { page, context } = await people.expert(`Bram ${createUniqueWord()}`, { serviceWorker: true })
    const settings = await callApiFromBrowser<{ push_key: string }>(
      context,
      server.url,
      'GET',
      '/api/notifications/settings',
    )
    const browser = pushService.subscribe(settings.push_key)
    await context.grantPermissions(['notifications'])
    await page.addInitScript((subscription) => {
      const made = {
        options: {},
        toJSON: () => subscription,
        unsubscribe: () => Promise.resolve(true),
        ...subscription,
      }
      let current: object | null = null
      PushManager.prototype.getSubscription = () => Promise.resolve(current as PushSubscription | null)
      PushManager.prototype.subscribe = (options) => {
        Object.assign(globalThis, { askedWith: options?.applicationServerKey })
        current = made
        return Promise.resolve(made as unknown as PushSubscription)
      }
    }, browser.subscription)

    await openLivePage(page, '/account/notifications')
    await page.getByRole('button', { name: 'Turn on notifications' }).click()
    await expect(page.getByRole('button', { name: 'Turn off notifications' })).toBeVisible()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'askedWith') as unknown)).toBe(settings.push_key)
    await expect(page.getByRole('checkbox', { name: 'Someone wants to talk to me Push' })).toBeChecked()

    await page.goto('about:blank')
    const receiver = await readUserId(context, server.url)
    await callApiFromBrowser(anna.context, server.url, 'POST', '/api/connection-requests', {
      receiver_id: receiver,
      message: 'Could we talk?',
    })
    const [push] = await browser.pushes(1)
    expect(push?.payload).toMatchObject({
      title: `${anna.name} wants to talk to you`,
      path: '/dashboard?tab=requests',
    })
  } finally {
    await server.stop()
    await pushService.close()
  }
})
