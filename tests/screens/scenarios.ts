import type { BrowserContext, Page } from '@playwright/test'

import { callAs, idOf } from '@kundig/testing/browser/calls'
import { expect, PASSWORD, type People, uniqueWord } from '@kundig/testing/browser/people'

import { inBoth } from './screenshots.ts'

/** Two of the demo people in a room of their own, each at their own browser. */
export interface Scenario {
  asker: Page
  expert: Page
  roomId: string
  /** Where the room is. */
  at: string
}

/** Does something of which a toast tells, once the previous one is gone. */
export async function untilToast(page: Page, act: () => Promise<unknown>): Promise<void> {
  const toasts = page.locator('[data-sonner-toast]')
  await expect(toasts).toHaveCount(0)
  await act()
  await expect(toasts).toBeVisible()
}

/**
 * Somebody new, logged in, whom no list shows: the pictures of lists stay as they are.
 * @param name letters only, and no other newcomer's
 */
export async function newcomer(people: People, name: string): Promise<BrowserContext> {
  const context = (await people.visitor()).context()
  const email = `${uniqueWord()}@kundig.example`
  await callAs(context, people.url, 'POST', '/api/auth/sign-up/email', { email, password: PASSWORD })
  const profile = { full_name: name, bio: 'Ik huur een oud huis.', expertise: 'education', is_public: false }
  await callAs(context, people.url, 'PUT', `/api/profiles/${await idOf(context, people.url)}`, profile)
  return context
}

/** Has one of the demo people ask another, who accepts: both are real people on pictures. */
export async function meet(people: People, from: string, to: string, message: string): Promise<Scenario> {
  const asker = await people.demo(from)
  const expert = await people.demo(to)
  const { id } = await callAs<{ id: string }>(asker.context(), people.url, 'POST', '/api/connection-requests', {
    receiver_id: await idOf(expert.context(), people.url),
    message,
  })
  const { room } = await callAs<{ room: { id: string } }>(
    expert.context(),
    people.url,
    'POST',
    `/api/connection-requests/${id}/accept`,
  )
  return { asker, expert, roomId: room.id, at: `/dashboard?tab=chats&room=${room.id}` }
}

/** The composer of a room in either language. */
export function composerOn(page: Page) {
  return {
    field: page.getByLabel(inBoth('Message', 'Bericht')),
    send: page.getByRole('button', { name: inBoth('Send', 'Versturen') }),
  }
}

/** Goes to the room of a scenario, and waits until it can be written in. */
export async function enter(page: Page, at: string): Promise<void> {
  await page.goto(at)
  await expect(composerOn(page).send).toHaveAttribute('aria-disabled', 'false')
}

/** Writes messages, one after the other, and waits until they are sent. */
export async function say(page: Page, ...texts: string[]): Promise<void> {
  const bubbles = page.getByRole('log').locator('.bubble')
  for (const text of texts) {
    await composerOn(page).field.fill(text)
    await page.keyboard.press('Enter')
    const lastLine = text.split('\n').at(-1) ?? text
    // Markup goes on the way.
    await expect(bubbles.last()).toContainText(lastLine.split('<')[0] ?? lastLine)
  }
}
