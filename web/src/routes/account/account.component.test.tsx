import { expect, it } from 'vitest'
import { page } from 'vitest/browser'

import { APPEARANCES } from '@kundig/testing/browser/appearances'

import { READER, SESSION } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../test/component/violations.ts'

const rows = page.getByRole('navigation', { name: /^(?:Settings|Instellingen)$/u }).getByRole('link')
const title = page.getByRole('heading', { level: 1 })

// spec 2.4
it.each(APPEARANCES)(
  'the account links to four pages, each with a title and a back link (%s)',
  async (_name, appearance) => {
    await openApp('/account', appearance)
    await expect.element(rows.first()).toBeVisible()
    await expectNoAxeViolations()
    const own = title.element().textContent
    for (const place of [0, 1, 2, 3]) {
      const row = rows.nth(place)
      await expect.element(row).toBeVisible()
      const name = row.element().querySelector('.font-semibold')?.textContent ?? ''
      await row.click()
      await expect.element(title).toHaveTextContent(name)
      await expect.poll(() => document.title).toContain(name)
      await expectNoAxeViolations()
      await page.getByRole('link', { name: /^(?:Back to your account|Terug naar je account)$/u }).click()
      await expect.element(title).toHaveTextContent(own)
    }
  },
)

it('the former address of the saved cards opens the page with the cards', async () => {
  await openApp('/account#saved-cards')
  await expect.element(page.getByRole('heading', { name: 'Saved cards' })).toHaveFocus()
  expect(location.pathname).toBe('/account/payments')
})

it('a person without a profile sees only the profile form', async () => {
  await openApp('/account', { session: { ...SESSION, has_profile: false } })
  await expect.element(page.getByRole('button', { name: 'Create profile' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Your data' })).toBeVisible()
  expect(rows.elements()).toEqual([])
})

it('an operator without a profile can reach the second factor', async () => {
  await openApp('/account', { session: { ...SESSION, role: 'viewer', has_profile: false }, role: 'viewer' })
  await rows.click()
  await expect.element(page.getByRole('region', { name: 'Security' })).toMatchTextContent(READER.email)
})
