import type { Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { createUniqueWord, expect, test } from '@kundig/testing/browser/people'

const chatAddress = (roomId: string): string => `/dashboard?tab=chats&room=${roomId}`
const of = (page: Page) => page.getByRole('log')
const TEXTS = {
  en: { field: 'Message', reply: 'Reply', quote: /^In reply to/u },
  nl: { field: 'Bericht', reply: 'Beantwoorden', quote: /^Antwoord op/u },
}

for (const { language, dark, width, tag } of [
  { language: 'en', dark: false, width: 1280, tag: '@core' },
  { language: 'nl', dark: true, width: 375, tag: '' },
] as const) {
  test(`a question gets a reaction and an offline reply, and the reply leads back to the question (${language}, ${width} px) ${tag}`, async ({
    people,
  }) => {
    const look = { language, dark, width }
    const { asker, expert, roomId } = await people.pair([look, look])
    const texts = TEXTS[language]
    const field = (page: Page) => page.getByRole('textbox', { name: texts.field, exact: true })
    for (const person of [asker, expert]) await person.page.goto(chatAddress(roomId))
    const [question, answer] = [createUniqueWord(), createUniqueWord()]
    await field(asker.page).fill(question)
    await field(asker.page).press('Enter')

    const { page, context } = expert
    await of(page).getByText(question).click({ button: 'right' })
    await expectNoAccessibilityViolations(page)
    await page.screenshot({ path: test.info().outputPath('menu.png') })
    await page.getByRole('menuitemcheckbox', { name: '👍' }).click()
    for (const person of [asker, expert]) await expect(of(person.page).getByText('👍').first()).toBeVisible()

    await context.setOffline(true)
    await of(page).getByText(question).click({ button: 'right' })
    await page.getByRole('menuitem', { name: texts.reply, exact: true }).click()
    await page.screenshot({ path: test.info().outputPath('replying.png') })
    await expectNoAccessibilityViolations(page)
    await field(page).fill(answer)
    await field(page).press('Enter')
    await expect(of(page).getByText(answer)).toBeVisible()
    await context.setOffline(false)
    await expect(of(asker.page).getByText(answer)).toBeVisible()
    for (const person of [asker, expert]) {
      const quote = of(person.page).getByRole('button', { name: texts.quote })
      await expect(quote).toContainText(question)
      await person.page.reload()
      await expect(quote).toContainText(question)
      await expect(of(person.page).getByText('👍').first()).toBeVisible()
      await expectNoAccessibilityViolations(person.page)
      await person.page.screenshot({ path: test.info().outputPath(`replied-${person === asker ? 'own' : 'peer'}.png`) })
      await quote.click()
      await expect(of(person.page).locator(':focus')).toHaveAttribute('data-menu-of', /./u)
    }
  })
}
