import { openRoom } from '@kundig/testing/browser/chats'
import { CHROMIUM_FLAGS, findHeadlessChromium, createLaunchOptions } from '@kundig/testing/browser/chromium'
import { expect, test } from '@kundig/testing/browser/people'
import { expectNoCutText } from '@kundig/testing/browser/text-spacing'

// The browser's font size affects media queries, unlike a page's style.
test.use({
  launchOptions: {
    ...createLaunchOptions(findHeadlessChromium()),
    args: [...CHROMIUM_FLAGS, '--blink-settings=defaultFontSize=32'],
  },
  viewport: { width: 1280, height: 800 },
})

test('with fonts of 200 %, public pages fit into 1280 px and cut nothing off', async ({ people }) => {
  const visitor = await people.visitor({ language: 'nl' })
  for (const at of ['/', '/login', '/dashboard']) {
    await visitor.goto(at)
    await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await visitor.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    await expectNoCutText(visitor)
  }
})

// spec 2.45, 9.22
test('with fonts of 200 %, a chat fills a screen of 1280 px, and logged-in pages cut nothing off', async ({
  people,
}) => {
  const { asker, roomId } = await people.pair()
  for (const tab of ['explore', 'requests', 'chats']) {
    await asker.page.goto(`/dashboard?tab=${tab}`)
    await expect(asker.page.getByRole('tabpanel')).toBeVisible()
    await expectNoCutText(asker.page)
  }
  await openRoom(asker.page, roomId)
  await expect(asker.page.getByRole('button', { name: 'Back to Chats' })).toBeVisible()
  await expectNoCutText(asker.page)
  await asker.page.goto('/account')
  await expect(asker.page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectNoCutText(asker.page)
})
