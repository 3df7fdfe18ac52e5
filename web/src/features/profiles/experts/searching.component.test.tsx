import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { LONG_NAMED, MARIEKE } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'

const field = page.getByRole('searchbox')
const experts = page.getByRole('article')
const status = page.getByRole('main').getByRole('status').first()
const found = (profile: typeof MARIEKE) => page.getByRole('link', { name: profile.full_name })

async function open(href: string) {
  const hold = { until: Promise.resolve() }
  const list = vi.fn<
    (input: { query?: string | undefined }) => Promise<{ items: (typeof MARIEKE)[]; next_cursor: null }>
  >(async ({ query = '' }) => {
    await hold.until
    const items = [MARIEKE, LONG_NAMED].filter((one) => one.full_name.toLowerCase().includes(query))
    return { items, next_cursor: null }
  })
  await openApp(href, { session: null, api: { profiles: { list } } })
  return { list, hold }
}

it('previous results are neither counted nor clickable during a search', async () => {
  const { hold } = await open('/?q=marieke')
  await expect.element(status).toHaveTextContent('1 expert')
  const answer = Promise.withResolvers<void>()
  hold.until = answer.promise
  await field.fill('wilhelmina')
  await expect.element(status).toHaveTextContent('Loading experts…')
  expect(document.querySelector('[inert]')?.textContent).toContain(MARIEKE.full_name)
  answer.resolve()
  await expect.element(found(LONG_NAMED)).toBeVisible()
  expect(document.querySelector('[inert]')).toBeNull()
  await expect.element(status).toHaveTextContent('1 expert')
})

// spec 5.59, 5.61, 9.21
it('searches 100 ms after the last typing, and removes surrounding spaces', async () => {
  const held = new Map<number, () => void>()
  let lastId = 0
  const [begin, end] = [window.setTimeout.bind(window), window.clearTimeout.bind(window)]
  vi.stubGlobal('setTimeout', (work: () => void, ms?: number, ...rest: unknown[]) => {
    if (ms !== 100) return begin(work, ms, ...rest)
    lastId -= 1
    held.set(lastId, work)
    return lastId
  })
  vi.stubGlobal('clearTimeout', (id?: number) => held.delete(id ?? 0) || end(id))
  const { list } = await open('/')
  await expect.element(experts).toHaveLength(2)
  list.mockClear()
  for (const text of ['  m', '  mar', '  marieke ']) {
    await field.fill(text)
    await expect.poll(() => held.size).toBe(1)
  }
  expect(list).not.toHaveBeenCalled()
  for (const work of held.values()) work()
  await expect.element(experts).toHaveLength(1)
  expect(location.search).toBe('?q=marieke')
  expect(list.mock.calls).toMatchObject([[{ query: 'marieke' }]])
})

it.each([
  ['/', '2 experts · The newest come first'],
  ['/?q=i', '2 experts · Matching names and fields come first, the newest on top; then the texts that match best'],
])('the list at %s names its order', async (href, sentence) => {
  await open(href)
  await expect.element(status).toHaveTextContent(sentence)
})
