import { randomUUID } from 'node:crypto'

import { openRoom } from '@kundig/testing/browser/chats'
import { expect as expectSoon, test } from '@kundig/testing/browser/people'
import { type DevelopmentCopy, startDevelopmentCopy } from '@kundig/testing/server/development'

const COMPONENT = 'web/src/design-system/fields/text-area.tsx'
const SERVICE = 'server/src/features/profiles/profile.service.ts'

const BROKEN = '<<<<<<<\n'

test.describe.configure({ timeout: 300_000 })

/** After each restart, the server transforms all files, which takes many seconds on a busy machine. */
const expect = expectSoon.configure({ timeout: 60_000 })

let copy: DevelopmentCopy
test.beforeAll(async () => {
  copy = await startDevelopmentCopy()
})
test.afterAll(() => copy.stop())

test('in development, changed code is applied while the chat stays open, even after an error', async ({
  peopleOf,
  request,
}) => {
  const { asker, roomId } = await peopleOf(copy.url).pair()
  const { page } = asker
  await page.goto('/dashboard?tab=chats')
  const field = page.getByLabel('Message', { exact: true })
  await expect(page.getByRole('navigation', { name: 'Your chats' })).toBeVisible()
  await openRoom(page, roomId)
  await field.fill('Half a thought')
  const markLoad = () => page.evaluate(() => Reflect.set(globalThis, 'isSameLoad', true))
  const isSameLoad = (): Promise<boolean> => page.evaluate(() => Reflect.get(globalThis, 'isSameLoad') === true)
  const waitForReload = () =>
    page.waitForFunction(() => Reflect.get(globalThis, 'isSameLoad') !== true, undefined, { timeout: 60_000 })
  await markLoad()

  await copy.edit(COMPONENT, '<textarea\n', '<textarea data-edited=""\n')
  await expect(field).toHaveAttribute('data-edited')
  await expect(field).toHaveValue('Half a thought')

  await copy.edit(COMPONENT, 'import', `${BROKEN}import`)
  expect(await copy.waitForOutput(/^web: /mu)).toMatch(/^web: web\/src\/design-system\/fields\/text-area\.tsx.*$/mu)
  await expect(page.locator('vite-error-overlay')).toBeAttached()
  await copy.edit(COMPONENT, `${BROKEN}import`, 'import')
  await expect(page.locator('vite-error-overlay')).toHaveCount(0)
  await expect(field).toHaveAttribute('data-edited')
  await expect(field).toHaveValue('Half a thought')
  expect(await isSameLoad()).toBe(true)

  const missingProfile = `${copy.url}/api/profiles/${randomUUID()}`
  expect((await request.get(missingProfile)).status()).toBe(404)
  await copy.edit(SERVICE, 'import', `${BROKEN}import`)
  await copy.waitForOutput(/^dev: server\/src\/features\/profiles\/profile\.service\.ts:1: .+$/mu)
  await copy.edit(SERVICE, `${BROKEN}import`, 'import')
  await copy.waitForOutput(/Kundig is running/u)
  await waitForReload()
  await expect(field).toHaveValue('Half a thought')
  await markLoad()
  await copy.edit(SERVICE, "throw new Refusal('PROFILE_NOT_FOUND')", "throw new Refusal('PROFILE_NOT_PUBLIC')")
  await copy.waitForOutput(/Kundig is running/u)
  expect((await request.get(missingProfile)).status()).toBe(403)

  await waitForReload()
  await expect(field).toHaveValue('Half a thought')
  await field.press('Enter')
  await expect(page.getByRole('log')).toContainText('Half a thought')
})
