import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { ListedProfile } from '@kundig/contract/profiles/profiles.contract'

import { MARIEKE, SESSION } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'

type Input = Record<string, unknown>

async function open(href: string, isIn = false, items: ListedProfile[] = [MARIEKE]) {
  const list = vi.fn<(input: Input) => { items: ListedProfile[]; next_cursor: null }>((input) => ({
    items: input['answers_in'] === 'zh' ? [] : items,
    next_cursor: null,
  }))
  await openApp(href, { session: isIn ? SESSION : null, api: { profiles: { list } } })
  return list
}

const filters = page.getByRole('button', { name: 'Filters', exact: true })
const dialog = page.getByRole('dialog', { name: 'Filters' })

it.each([
  ['/?q=bees&category=education', false],
  ['/dashboard?category=education', true],
] as const)('sets filters at %s in the address by keyboard, and Back removes them', async (before, isIn) => {
  const list = await open(before, isIn)
  await expect.element(filters).toBeVisible()
  filters.element().focus()
  await userEvent.keyboard('{Enter}')
  await dialog.getByLabelText('Language').selectOptions('nl')
  await dialog.getByLabelText('Town').fill(' Den Haag ')
  await dialog.getByLabelText('Or online').click()
  await dialog.getByLabelText('Maximum price in euros').fill('€ 60')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'Remove the filter Den Haag or online' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(location.pathname + location.search).toBe(`${before}&answers_in=nl&town=Den%20Haag&online=true&price_max=60`)
  const set = { category: 'education', answers_in: 'nl', town: 'Den Haag', online: true, price_max: 60 }
  await expect.poll(() => list.mock.lastCall?.[0]).toMatchObject(set)
  history.back()
  await expect.poll(() => location.pathname + location.search).toBe(before)
  await expect.element(page.getByRole('button', { name: 'Remove the filter Dutch' })).not.toBeInTheDocument()
})

it('removing a filter keeps the other filters, and moves the focus to their group', async () => {
  await open('/?q=bees&answers_in=nl&price_max=60')
  const dutch = page.getByRole('button', { name: 'Remove the filter Dutch' })
  await expect.element(dutch).toBeVisible()
  dutch.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dutch).not.toBeInTheDocument()
  expect(location.search).toBe('?q=bees&price_max=60')
  await expect.element(page.getByRole('group', { name: 'Filters' })).toHaveFocus()
})

it('an empty list names its filters, and has a button that removes them', async () => {
  await open('/?q=bees&answers_in=zh&online=true')
  await expect.element(page.getByRole('heading', { name: 'No experts with these filters' })).toBeVisible()
  await expect.element(page.getByText('“bees” · Chinese · Online')).toBeVisible()
  await page
    .getByRole('article')
    .or(page.getByRole('main'))
    .getByRole('button', { name: 'Clear filters' })
    .last()
    .click()
  await expect.element(page.getByRole('link', { name: MARIEKE.full_name })).toBeVisible()
  expect(location.search).toBe('?q=bees')
})

it.each(['-1', '5.5', 'veel', '1001'])('the dialog refuses a price of %s', async (price) => {
  await open('/')
  await filters.click()
  await dialog.getByLabelText('Maximum price in euros').fill(price)
  await dialog.getByRole('button', { name: 'Show experts' }).click()
  await expect.element(dialog.getByText('Enter a price in whole euros, from 5 to 1,000')).toBeVisible()
  expect(location.search).toBe('')
})

it('ignores invalid filters in the address', async () => {
  const list = await open('/?answers_in=xx&town=%20&online=yes&price_max=-1')
  await expect.element(page.getByRole('article')).toBeVisible()
  expect(list.mock.calls).toEqual([[{ limit: 12 }]])
})
