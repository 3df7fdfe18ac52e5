import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { createUniqueWord, expect, test } from '@kundig/testing/browser/people'

const chatAddress = (roomId: string): string => `/dashboard?tab=chats&room=${roomId}`
const of = (page: Page) => page.getByRole('log')
const TEXTS = {
  en: { field: 'Message', menu: 'More about this message', edit: 'Edit', save: 'Save', delete: 'Delete' },
  nl: { field: 'Bericht', menu: 'Meer over dit bericht', edit: 'Bewerken', save: 'Opslaan', delete: 'Verwijderen' },
}
const SEEN = {
  en: { edited: 'edited', own: 'You deleted this message', peer: 'Message deleted' },
  nl: { edited: 'bewerkt', own: 'Je hebt dit bericht verwijderd', peer: 'Bericht verwijderd' },
}

for (const { language, dark, width, tag } of [
  { language: 'en', dark: false, width: 1280, tag: '@core' },
  { language: 'nl', dark: true, width: 375, tag: '' },
] as const) {
  test(`a message is edited and then deleted, and both see it immediately and after a reload (${language}, ${width} px) ${tag}`, async ({
    people,
  }) => {
    const look = { language, dark, width }
    const { asker, expert, roomId } = await people.pair([look, look])
    const { page } = asker
    const texts = TEXTS[language]
    for (const person of [asker, expert]) await person.page.goto(chatAddress(roomId))
    const [first, second] = [createUniqueWord(), createUniqueWord()]
    const field = page.getByRole('textbox', { name: texts.field, exact: true })
    await field.fill(first)
    await field.press('Enter')
    for (const person of [asker, expert]) await expect(of(person.page).getByText(first)).toBeVisible()

    await field.press('ArrowUp')
    await expect(field).toHaveValue(first)
    await field.fill(second)
    await expectNoAccessibilityViolations(page)
    await page.screenshot({ path: test.info().outputPath('editing.png') })
    await page.getByRole('button', { name: texts.save, exact: true }).click()
    for (const person of [asker, expert]) {
      await expect(of(person.page).getByText(second)).toBeVisible()
      await expect(of(person.page).getByText(SEEN[language].edited)).toBeVisible()
      await expect(person.page.getByText(first)).toHaveCount(0)
    }
    await expect(field).toHaveValue('')

    await of(page).getByText(second).click({ button: 'right' })
    await page.getByRole('menuitem', { name: texts.delete, exact: true }).click()
    await expectNoAccessibilityViolations(page)
    await page.screenshot({ path: test.info().outputPath('deleting.png') })
    await page.getByRole('alertdialog').getByRole('button', { name: texts.delete, exact: true }).click()
    for (const person of [asker, expert]) {
      const tombstone = person === asker ? SEEN[language].own : SEEN[language].peer
      await expect(of(person.page).getByText(tombstone)).toBeVisible()
      await expect(person.page.getByText(second)).toHaveCount(0)
      await person.page.reload()
      await expect(of(person.page).getByText(tombstone)).toBeVisible()
      await person.page.screenshot({
        path: test.info().outputPath(`deleted-${person === asker ? 'own' : 'peer'}.png`),
      })
    }
  })
}
