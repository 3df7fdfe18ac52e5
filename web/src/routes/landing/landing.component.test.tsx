import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { MARIEKE, SESSION } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const createExperts = (count: number): Profile[] =>
  Array.from({ length: count }, (_, place) => ({ ...MARIEKE, id: crypto.randomUUID(), full_name: `Expert ${place}` }))
const createList = (items: Profile[], rest: { next_cursor?: string | null } = {}) => ({
  profiles: { list: () => ({ items, next_cursor: null, ...rest }) },
})
const cards = page.getByRole('article')
const shown = (): Element[] => cards.elements().filter((card) => card.checkVisibility())
const sendRequest = page.getByRole('button', { name: `Send Request to ${MARIEKE.full_name}` })

// spec 2.20, 2.21, 2.22, 2.23, 6.1, 9.26
it('the landing page shows headline, form, search, and cards in one to four columns by width', async () => {
  await openApp('/', { session: null, api: createList(createExperts(12)) })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Ask someone who has done it before.')
  await expect.element(page.getByLabelText('Name', { exact: true })).toBeVisible()
  await expect.element(page.getByLabelText('Email', { exact: true })).toBeVisible()
  const category = page.getByLabelText('Expertise category').element()
  expect(category.querySelectorAll('option:not([value=""])')).toHaveLength(12)
  const consent = page.getByRole('checkbox', { name: 'I agree to be contacted about Kundig.' })
  await expect.element(consent).not.toBeChecked()
  await expect.element(page.getByRole('searchbox', { name: 'What do you need help with?' })).toBeVisible()
  expect(shown()).toHaveLength(12)
  for (const [width, columns] of [
    [375, 1],
    [700, 2],
    [1100, 3],
    [1400, 4],
  ] as const) {
    await page.viewport(width, 860)
    await expect
      .poll(() => new Set(shown().map((card) => card.getBoundingClientRect().left)).size, {
        message: `${width} pixels`,
      })
      .toBe(columns)
  }
})

it('shows half a page of experts on a phone until the next page loads; each name is a large click target', async () => {
  const list = vi.fn<(input: { cursor?: string | undefined }) => { items: Profile[]; next_cursor: string | null }>(
    ({ cursor }) => ({ items: createExperts(12), next_cursor: cursor === undefined ? 'next' : null }),
  )
  await openApp('/', { session: null, width: 375, height: 812, api: { profiles: { list } } })
  await expect.poll(shown).toHaveLength(6)
  const heights = shown().map((card) => card.querySelector('a')?.getBoundingClientRect().height ?? 0)
  expect(Math.min(...heights)).toBeGreaterThanOrEqual(24)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(shown).toHaveLength(24)
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

it('shows all experts on a phone if there is no next page', async () => {
  await openApp('/', { session: null, width: 375, height: 812, api: createList(createExperts(9)) })
  await expect.poll(shown).toHaveLength(9)
  await expect.element(page.getByRole('button', { name: 'Show more' })).not.toBeInTheDocument()
})

it('explains the form to a person without a profile', async () => {
  await openApp('/', { session: { ...SESSION, has_profile: false } })
  await sendRequest.click()
  await expect
    .element(page.getByText('Complete your profile first, then send your question to Marieke de Vries.'))
    .toBeVisible()
  expect(window.location.pathname).toBe('/account')
})

// spec 2.24, 2.25, 8.20
it('shows a loading list, then an error, and the experts after a retry', async () => {
  const held = Promise.withResolvers<null>()
  const list = vi.fn<() => Promise<{ items: Profile[]; next_cursor: null }>>(async () => {
    await held.promise
    throw new Refusal('FORBIDDEN')
  })
  await openApp('/', { session: null, api: { profiles: { list } } })
  await expect.element(page.getByText('Loading experts…')).toBeVisible()
  expect(shown()).toEqual([])
  held.resolve(null)
  await expect.element(page.getByText('Failed to fetch profiles.')).toBeVisible()
  list.mockResolvedValue({ items: [MARIEKE], next_cursor: null })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(cards).toBeVisible()
})

// spec 2.26
it('shows a message if there are no experts', async () => {
  await openApp('/', { session: null, api: createList([]) })
  await expect.element(page.getByRole('heading', { name: 'No experts yet' })).toBeVisible()
})

// spec 2.28, 2.29, 2.30, 9.16
it('cuts a bio at 120 characters, and opens the visitor dialog on the same page', async () => {
  await openApp('/', { session: null, api: createList([{ ...MARIEKE, bio: 'x'.repeat(500) }]) })
  await expect.element(cards.getByText(/^x+…$/u)).toHaveTextContent(`${'x'.repeat(119)}…`)
  await sendRequest.click()
  await expect.element(page.getByRole('dialog').getByLabelText('Your question')).toBeVisible()
  expect(window.location.pathname).toBe('/')
})

// spec 2.29
it('opens the request dialog on the same page for a person with an account', async () => {
  await openApp('/?q=marieke')
  await sendRequest.click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(MARIEKE.full_name)
  expect(window.location.search).toBe('?q=marieke')
})
