import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

const dialog = (page: Page) => page.getByRole('dialog')

test(
  'a message is reported by keyboard: errors show in place, a failure keeps the draft, and blocking is offered',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair()
    await openLivePage(asker.page, `/dashboard?tab=chats&room=${roomId}`)
    await asker.page.getByRole('textbox', { name: 'Message', exact: true }).fill('Something bad')
    await asker.page.keyboard.press('Enter')
    const { page } = expert
    await openLivePage(page, `/dashboard?tab=chats&room=${roomId}`)
    const menu = page.getByRole('button', { name: 'More about this message' }).last()
    const openReport = async (): Promise<void> => {
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Report this message' }).focus()
      await page.keyboard.press('Enter')
    }
    await menu.focus()
    await openReport()
    const category = dialog(page).getByRole('combobox')
    await expect(category).toBeFocused()
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click()
    await expect(category).toBeFocused()
    await expect(category).toHaveAttribute('aria-invalid', 'true')
    await category.selectOption('Something illegal')
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click()
    const law = dialog(page).getByRole('textbox', { name: /Which law/u })
    await expect(law).toBeFocused()
    await law.fill('Copyright')
    await dialog(page)
      .getByRole('textbox', { name: /What happened/u })
      .fill('It is copied')
    await page.context().setOffline(true)
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click()
    await expect(dialog(page).getByRole('alert')).toBeVisible()
    await expect(law).toHaveValue('Copyright')
    await page.keyboard.press('Escape')
    await expect(menu).toBeFocused()
    await page.context().setOffline(false)
    await openReport()
    await expect(law).toHaveValue('Copyright')
    await dialog(page).getByRole('button', { name: 'Report', exact: true }).click()
    await expect(dialog(page)).toContainText(/[0-9A-Z]{5}-[0-9A-Z]{5}/u)
    await dialog(page)
      .getByRole('button', { name: `Block ${asker.name} …` })
      .click()
    await expect(page.getByRole('alertdialog')).toContainText(`Block ${asker.name}?`)
  },
)

test('a visitor reports a public profile, and receives a number', async ({ people }) => {
  const expert = await people.expert(`Rolf ${createUniqueWord()}`)
  const visitor = await people.visitor()
  await visitor.goto(`/profile/${await readUserId(expert.context, people.url)}`)
  await visitor.getByRole('button', { name: `More about ${expert.name}` }).click()
  await visitor.getByRole('menuitem', { name: 'Report …' }).click()
  await dialog(visitor).getByRole('combobox').selectOption('Spam or advertising')
  await expect(dialog(visitor).getByRole('textbox', { name: /email/u })).toBeVisible()
  await expectNoAccessibilityViolations(visitor)
  await dialog(visitor).getByRole('button', { name: 'Report', exact: true }).click()
  await expect(dialog(visitor)).toContainText('Keep this number')
  await expect(dialog(visitor).getByRole('button', { name: /Block/u })).toHaveCount(0)
})
