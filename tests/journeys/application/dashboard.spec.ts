import { callApiFromBrowser, readUserId } from '@kundig/testing/browser/calls'
import { openLivePage } from '@kundig/testing/browser/live-pages'
import { expect, test, createUniqueWord } from '@kundig/testing/browser/people'

test(
  'an accepted request is announced, and counts as new until the chat is opened',
  { tag: '@core' },
  async ({ people }) => {
    const asker = await people.expert(`Ida ${createUniqueWord()}`)
    const expert = await people.expert(`Olaf ${createUniqueWord()}`)
    const { id } = await callApiFromBrowser<{ id: string }>(
      asker.context,
      people.url,
      'POST',
      '/api/connection-requests',
      {
        receiver_id: await readUserId(expert.context, people.url),
        message: 'Could we talk?',
      },
    )

    const { page } = asker
    await openLivePage(page, '/')
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
    await callApiFromBrowser(expert.context, people.url, 'POST', `/api/connection-requests/${id}/accept`, {})
    await expect(page.getByText(`${expert.name} accepted your question`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard 1 new' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('link', { name: 'Dashboard 1 new' })).toBeVisible()
    await page.setViewportSize({ width: 375, height: 800 })
    const menu = page.getByRole('button', { name: 'Open menu' })
    expect(await menu.evaluate((button) => getComputedStyle(button, '::after').width)).toBe('10px')
    await page.setViewportSize({ width: 1280, height: 860 })

    await page.goto('/dashboard')
    await expect(page.getByRole('tab', { name: /^Chats\s*1 new chat$/u })).toBeVisible()
    await page.getByRole('tab', { name: /^Chats/u }).click()
    const entry = page.getByRole('navigation', { name: 'Your chats' }).getByRole('button')
    await expect(entry).toContainText('New')
    await entry.click()
    await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible()
    await expect(entry).not.toContainText('New')
    await page.reload()
    await expect(page.getByRole('region', { name: `Chat with ${expert.name}` })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Chats', exact: true })).toBeVisible()
  },
)
