import { readFile } from 'node:fs/promises'

import type { Locator, Page } from '@playwright/test'

import { expectNoAccessibilityViolations } from '@kundig/testing/browser/accessibility'
import { expect, test } from '@kundig/testing/browser/people'

const LINK = 'https://call.example/garden-wall'

/** Value of a time field: 14:00 on a later day. No clock changes at this time of day. */
const toField = (days: number): string => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T14:00`

const toCard = (page: Page): Locator => page.getByRole('log').getByRole('group')

test(
  'two people in two time zones agree on one of three times, add a call link, and cancel',
  { tag: '@core' },
  async ({ people }) => {
    const { asker, expert, roomId } = await people.pair([{}, { timezoneId: 'America/New_York' }])
    for (const { page } of [asker, expert]) await page.goto(`/dashboard?tab=chats&room=${roomId}`)
    const panel = asker.page.getByRole('dialog')
    const [own, theirs] = [toCard(asker.page), toCard(expert.page)]
    const cards = [own, theirs]

    await test.step('the asker proposes three times', async () => {
      await asker.page.getByRole('button', { name: 'Propose an appointment' }).click()
      await expect(panel.getByText('Times are in Amsterdam time')).toBeVisible()
      await expectNoAccessibilityViolations(asker.page)
      for (const number of [1, 2, 3]) {
        if (number > 1) await panel.getByRole('button', { name: 'Add another time' }).click()
        await panel.getByLabel(`Time ${number}`, { exact: true }).fill(toField(number + 2))
      }
      await panel.getByRole('button', { name: 'Propose', exact: true }).dblclick()
      await expect(panel).toBeHidden()
      await expect(asker.page.getByRole('group', { name: 'You proposed an appointment' })).toHaveCount(1)
    })

    await test.step('the expert sees both zones, and accepts the second time', async () => {
      await expect(theirs.getByText('Amsterdam time')).toHaveCount(3)
      await expectNoAccessibilityViolations(expert.page)
      await theirs.getByRole('button', { name: 'Accept' }).nth(1).click()
      for (const card of cards) await expect(card.getByRole('button', { name: 'Add to calendar' })).toBeVisible()
      await expect(own.getByText('14:00').first()).toBeVisible()
      await expect(own.getByText('New York time')).toBeVisible()
      for (const { page } of [asker, expert])
        await expect(page.getByRole('navigation', { name: 'Your chats' })).toContainText('Appointment: ')
    })

    await test.step('one of the two people adds a call link, which both see', async () => {
      await expert.page.getByRole('button', { name: 'Add a call link' }).click()
      await expert.page.getByLabel('Link to your call').fill(LINK)
      await expert.page.getByRole('button', { name: 'Save', exact: true }).click()
      for (const card of cards) await expect(card.getByRole('link', { name: LINK })).toBeVisible()
    })

    await test.step('the asker downloads a calendar file', async () => {
      const downloading = asker.page.waitForEvent('download')
      await own.getByRole('button', { name: 'Add to calendar' }).click()
      const download = await downloading
      const day = toField(4).slice(0, 10)
      expect(download.suggestedFilename()).toBe(`appointment-${day}.ics`)
      const file = await readFile(await download.path(), 'utf8')
      expect(file).toContain(`\r\nDTSTART:${day.replaceAll('-', '')}T1`)
      expect(file).toContain(`\r\nURL:${LINK}\r\n`)
    })

    await test.step('the asker cancels, and both people see the cancellation after a reload', async () => {
      await own.getByRole('button', { name: 'Cancel appointment' }).click()
      const question = asker.page.getByRole('alertdialog')
      await expectNoAccessibilityViolations(asker.page)
      await question.getByRole('button', { name: 'Cancel appointment' }).click()
      await expect(own.getByText('You cancelled this appointment').first()).toBeVisible()
      await expect(theirs.getByText('cancelled this appointment').first()).toBeVisible()
      for (const { page } of [asker, expert]) await page.reload()
      for (const card of cards) {
        await expect(card.getByText('cancelled this appointment')).toBeVisible()
        await expect(card.getByRole('link', { name: LINK })).toHaveCount(0)
      }
    })
  },
)
