import type { Page } from '@playwright/test'

import { idOf } from '@kundig/testing/browser/calls'
import { expect } from '@kundig/testing/browser/people'

import { MAIN_WIDTHS } from './screen-looks.ts'
import { screens } from './screenshots.ts'

/** Whose profile it is, as the public list links to it. */
async function addressOf(page: Page, name: string): Promise<string> {
  await page.goto(`/?q=${encodeURIComponent(name)}`)
  return (await page.getByRole('link', { name }).first().getAttribute('href')) ?? ''
}

screens(['profile', 'profile.not-found'], async (people, capture) => {
  const page = await people.visitor()
  await capture('profile', page, { at: await addressOf(page, 'Ruth Mensah'), whole: true, widths: MAIN_WIDTHS })
  await capture('profile.not-found', page, { at: '/profile/01a1be7c-4eb7-720a-8f2b-000000000000', whole: true })
})

screens(['profile.logged-in', 'profile.own', 'profile.own-private', 'profile.private'], async (people, capture) => {
  const marieke = await people.demo('marieke')
  const heading = marieke.getByRole('heading', { level: 1 })
  const ready = () => expect(heading).toBeVisible()
  await capture('profile.logged-in', marieke, {
    at: await addressOf(marieke, 'Wim Kuiper'),
    ready,
    whole: true,
    widths: MAIN_WIDTHS,
  })
  await capture('profile.own', marieke, {
    at: `/profile/${await idOf(marieke.context(), people.url)}`,
    ready,
    whole: true,
  })
  const ines = await people.demo('ines')
  const own = `/profile/${await idOf(ines.context(), people.url)}`
  const hidden = ines.getByText(/^(?:Not public|Niet openbaar)$/u)
  await capture('profile.own-private', ines, { at: own, ready: () => expect(hidden).toBeVisible(), whole: true })
  const missing = marieke.getByText(/^(?:Profile is not public|Dit profiel is niet openbaar)$/u)
  await capture('profile.private', marieke, { at: own, ready: () => expect(missing).toBeVisible(), whole: true })
})
