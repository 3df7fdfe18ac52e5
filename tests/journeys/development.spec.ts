import { randomUUID } from 'node:crypto'

import { openRoom } from '@kundig/testing/browser/chats'
import { expect, test } from '@kundig/testing/browser/people'
import { type DevelopmentCopy, startDevelopmentCopy } from '@kundig/testing/server/development'

const COMPONENT = 'web/src/design-system/fields/text-area.tsx'
const SERVICE = 'server/src/features/profiles/profile.service.ts'

/** No file of ours can begin with it. */
const BROKEN = '<<<<<<<\n'

test.describe.configure({ timeout: 180_000 })

let copy: DevelopmentCopy
test.beforeAll(async () => {
  copy = await startDevelopmentCopy()
})
test.afterAll(() => copy.stop())

test('while developing, a changed component keeps the chat open, a changed service answers, and both recover', async ({
  peopleOf,
  request,
}) => {
  const { asker, roomId } = await peopleOf(copy.url).pair()
  const { page } = asker
  await openRoom(page, roomId)
  const field = page.getByLabel('Message', { exact: true })
  await field.fill('Half a thought')
  // Whoever loads the page anew forgets it.
  await page.evaluate(() => Reflect.set(globalThis, 'isSameLoad', true))
  const isSameLoad = (): Promise<boolean> => page.evaluate(() => Reflect.get(globalThis, 'isSameLoad') === true)

  // A component.
  await copy.edit(COMPONENT, '<textarea\n', '<textarea data-edited=""\n')
  await expect(field).toHaveAttribute('data-edited')
  await expect(field).toHaveValue('Half a thought')

  // A broken component, mended.
  await copy.edit(COMPONENT, 'import', `${BROKEN}import`)
  expect(await copy.heard(/^web: /mu)).toMatch(/^web: web\/src\/design-system\/fields\/text-area\.tsx.*$/mu)
  await expect(page.locator('vite-error-overlay')).toBeAttached()
  await copy.edit(COMPONENT, `${BROKEN}import`, 'import')
  await expect(page.locator('vite-error-overlay')).toHaveCount(0)
  await expect(field).toHaveAttribute('data-edited')
  await expect(field).toHaveValue('Half a thought')
  expect(await isSameLoad()).toBe(true)

  // A service that cannot be read, then one that answers otherwise than before.
  const nobody = `${copy.url}/api/profiles/${randomUUID()}`
  expect((await request.get(nobody)).status()).toBe(404)
  await copy.edit(SERVICE, 'import', `${BROKEN}import`)
  await copy.heard(/^dev: server\/src\/features\/profiles\/profile\.service\.ts:1: .+$/mu)
  await copy.edit(SERVICE, `${BROKEN}import`, 'import')
  await copy.heard(/Kundig is running/u)
  await copy.edit(SERVICE, "throw new Refusal('PROFILE_NOT_FOUND')", "throw new Refusal('PROFILE_NOT_PUBLIC')")
  await copy.heard(/Kundig is running/u)
  expect((await request.get(nobody)).status()).toBe(403)

  // The page is loaded anew by itself, with what was typed, and the chat goes on.
  await page.waitForFunction(() => Reflect.get(globalThis, 'isSameLoad') !== true)
  // The server transforms each file anew for it.
  await expect(field).toHaveValue('Half a thought', { timeout: 30_000 })
  await field.press('Enter')
  await expect(page.getByRole('log')).toContainText('Half a thought')
})
