import { expect, it } from 'vitest'
import { page } from 'vitest/browser'

import type { ListedProfile } from '@kundig/contract/profiles/profiles.contract'

import { LONG_NAMED, MARIEKE } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'

interface Answer {
  items: ListedProfile[]
  next_cursor: null
  did_you_mean?: string
  nearest_category?: string
}
interface Input {
  query?: string | undefined
  category?: string | undefined
}

const open = (href: string, list: (input: Input) => Answer) =>
  openApp(href, { session: null, api: { profiles: { list: (input: Input) => Promise.resolve(list(input)) } } })

it('a card shows the matching sentence with marked words instead of the beginning of the bio', async () => {
  const match = [
    { text: 'Ask me about ', is_marked: false },
    { text: 'payments', is_marked: true },
    { text: ', <b>stock</b> and more.', is_marked: false },
  ]
  await open('/?q=payment', () => ({ items: [{ ...MARIEKE, match }], next_cursor: null }))
  const marked = page.getByRole('article').getByText('payments', { exact: true })
  await expect.element(marked).toBeVisible()
  expect(marked.element().tagName).toBe('MARK')
  expect(marked.element().parentElement?.textContent).toBe('Ask me about payments, <b>stock</b> and more.')
})

it('a search without results shows the experts of the nearest category', async () => {
  await open('/?q=astronaut', ({ category }) =>
    category === 'education'
      ? { items: [LONG_NAMED], next_cursor: null }
      : { items: [], next_cursor: null, nearest_category: 'education' },
  )
  await expect.element(page.getByRole('heading', { name: 'No experts found for “astronaut”' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Closest field: Education' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: LONG_NAMED.full_name })).toBeVisible()
})

it.each([
  ['/?category=education', 'No experts in Education yet'],
  ['/?category=education&q=astronaut', 'No experts in Education found for “astronaut”'],
])('the empty list at %s names its category', async (href, name) => {
  await open(href, () => ({ items: [], next_cursor: null }))
  await expect.element(page.getByRole('heading', { name })).toBeVisible()
})

it('a search without a nearest category shows the newest experts', async () => {
  await open('/?q=qqq', ({ query }) => ({ items: query === undefined ? [MARIEKE] : [], next_cursor: null }))
  await expect.element(page.getByRole('heading', { name: 'Newest experts' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: MARIEKE.full_name })).toBeVisible()
})

it('offers a corrected spelling, and searches for it when pressed', async () => {
  await open('/?q=kozijnnen', ({ query }) => ({
    items: [MARIEKE],
    next_cursor: null,
    ...(query === 'kozijnnen' && { did_you_mean: 'kozijnen' }),
  }))
  await page.getByRole('button', { name: 'kozijnen' }).click()
  await expect.element(page.getByRole('searchbox')).toHaveValue('kozijnen')
  await expect.element(page.getByText('Did you mean')).not.toBeInTheDocument()
})
