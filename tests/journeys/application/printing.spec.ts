import { callAs } from '@kundig/testing/browser/calls'
import { expect, test } from '@kundig/testing/browser/people'

const COUNT = 65

test('a chat is printed whole, over as many pages as it takes, without what is only for the screen', async ({
  people,
}) => {
  const { asker, roomId } = await people.pair([{ dark: true }])
  const { page, context } = asker
  for (let number = 1; number <= COUNT; number++) {
    const message = { client_id: crypto.randomUUID(), content: `This is message number ${number}.` }
    await callAs(context, people.url, 'POST', `/api/chat-rooms/${roomId}/messages`, message)
  }
  await page.goto(`/dashboard?tab=chats&room=${roomId}`)
  const log = page.getByRole('log')
  await expect(log).toContainText(`number ${COUNT}.`)
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = ''
    }
    addEventListener('beforeprint', () => {
      document.body.dataset['paper'] = document.querySelector('[role=log]')?.textContent ?? ''
    })
  })
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Print conversation' }).click()
  await expect(page.locator('body[data-printed]')).toBeAttached()

  const pdf = await page.pdf({ format: 'A4' })
  const paper = (await page.locator('body').getAttribute('data-paper')) ?? ''
  for (let number = 1; number <= COUNT; number++) expect(paper).toContain(`number ${number}.`)
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length).toBeGreaterThan(2)

  await page.emulateMedia({ media: 'print' })
  for (const name of ['More', 'Send']) await expect(page.getByRole('button', { name })).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('tablist')).toBeHidden()
  // Paper is light, whatever the screen is.
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await page.emulateMedia({ media: 'screen' })
  await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark')
})
