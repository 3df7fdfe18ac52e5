import type { BrowserContext, Page } from '@playwright/test'

import { expect, PASSWORD, type People, uniqueWord } from '@kundig/testing/browser/people'

import { inBoth } from './studio.ts'

/** Two of the demo people in a room of their own, each at their own browser. */
export interface Scene {
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

/** Calls the REST API as whoever is logged in there. */
export async function callAs(
  context: BrowserContext,
  url: string,
  path: string,
  data?: unknown,
  method = data === undefined ? 'GET' : 'POST',
): Promise<unknown> {
  const answer = await context.request.fetch(`${url}${path}`, {
    method,
    data,
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return answer.json()
}

/**
 * Somebody new, logged in, whom no list shows: the pictures of lists stay as they are.
 * @param name letters only, and no other newcomer's
 */
export async function newcomer(people: People, name: string): Promise<BrowserContext> {
  const context = (await people.visitor()).context()
  const email = `${uniqueWord()}@kundig.example`
  await callAs(context, people.url, '/api/auth/sign-up/email', { email, password: PASSWORD })
  const { user } = (await callAs(context, people.url, '/api/session')) as { user: { id: string } }
  const profile = { full_name: name, bio: 'Ik huur een oud huis.', expertise: 'education', is_public: false }
  await callAs(context, people.url, `/api/profiles/${user.id}`, profile, 'PUT')
  return context
}

/** The id of whoever is logged in. */
export async function idOf(people: People, page: Page): Promise<string> {
  const { user } = (await callAs(page.context(), people.url, '/api/session')) as { user: { id: string } }
  return user.id
}

/** Has one of the demo people ask another, who accepts: both are real people on pictures. */
export async function meet(people: People, from: string, to: string, message: string): Promise<Scene> {
  const asker = await people.demo(from)
  const expert = await people.demo(to)
  const request = (await callAs(asker.context(), people.url, '/api/connection-requests', {
    receiver_id: await idOf(people, expert),
    message,
  })) as { id: string }
  const { room } = (await callAs(
    expert.context(),
    people.url,
    `/api/connection-requests/${request.id}/accept`,
    {},
  )) as { room: { id: string } }
  return { asker, expert, roomId: room.id, at: `/dashboard?tab=chats&room=${room.id}` }
}

/** The composer of a room in either language. */
export function composerOn(page: Page) {
  return {
    field: page.getByLabel(inBoth('Message', 'Bericht')),
    send: page.getByRole('button', { name: inBoth('Send', 'Versturen') }),
    close: page.getByRole('button', { name: inBoth('Close Chat', 'Chat sluiten') }),
  }
}

/** Goes to the room of a scene, and waits until it can be written in. */
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
