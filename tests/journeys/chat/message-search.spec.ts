import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { callApiFromBrowser } from '@kundig/testing/browser/calls'
import { createUniqueWord, expect, test } from '@kundig/testing/browser/people'

const TEXTS = {
  en: { field: 'Search messages', more: 'More', inChat: 'Search in this chat', results: 'Search results' },
  nl: { field: 'Berichten doorzoeken', more: 'Meer', inChat: 'Zoeken in deze chat', results: 'Zoekresultaten' },
}

for (const { language, dark, width, tag } of [
  { language: 'en', dark: false, width: 1280, tag: '@core' },
  { language: 'nl', dark: true, width: 375, tag: '' },
] as const) {
  test(`a search finds an old message, opens the chat at the message, and no longer finds the message once deleted (${language}, ${width} px) ${tag}`, async ({
    people,
  }) => {
    const { asker, expert, roomId } = await people.pair([{ language, dark, width }, {}])
    const { page } = asker
    const texts = TEXTS[language]
    const word = createUniqueWord()
    const path = `/api/chat-rooms/${roomId}/messages`
    for (let nth = 0; nth < 60; nth++) {
      const content = nth === 3 ? `Café ${word}, tomorrow` : `Message ${nth}`
      await callApiFromBrowser(expert.context, people.url, 'POST', path, { client_id: crypto.randomUUID(), content })
    }
    await page.goto('/dashboard?tab=chats')
    await page.getByRole('searchbox', { name: texts.field }).fill(`cafe ${word.slice(0, -2)}`)
    const result = page.getByRole('navigation', { name: texts.results }).getByRole('button').first()
    await expect(result).toContainText(word)
    await expectNoAccessibilityViolations(page)
    await page.screenshot({ path: test.info().outputPath('found.png') })
    await result.click()
    const message = page.getByRole('log').getByText(word)
    await expect(message).toBeInViewport()
    await page.screenshot({ path: test.info().outputPath('opened.png') })

    await page.getByRole('button', { name: texts.more, exact: true }).click()
    await page.getByRole('menuitem', { name: texts.inChat, exact: true }).click()
    await expect(result).toContainText(word)
    await page.screenshot({ path: test.info().outputPath('in-chat.png') })
    await callApiFromBrowser(expert.context, people.url, 'DELETE', `${path}/4`)
    await expect(result).toHaveCount(0)
  })
}
