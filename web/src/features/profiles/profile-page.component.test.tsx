import { expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { MARIEKE, READER, SESSION } from '../../../development/gallery/gallery-data.ts'
import type { HttpAnswers } from '../../../test/component/fake-api.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const article = page.getByRole('article')
const bio = page.getByRole('region', { name: 'Bio' })
const request = page.getByRole('button', { name: /^Send Request/u })

// spec 2.5, 2.73, 2.74, 2.76, 6.5, 6.15
it.each([
  ['a visitor sends a request', null, MARIEKE, true],
  ['the owner has nothing to do', SESSION, READER, false],
  ['another reader sends a request', SESSION, MARIEKE, true],
])('a profile shows picture, name, expertise and bio: %s', async (_who, session, profile, mayAsk) => {
  await openApp(`/profile/${profile.id}`, { session })
  await expect.element(article.getByRole('heading', { level: 1, name: profile.full_name })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Back' })).toBeVisible()
  expect(article.element().querySelector('.avatar')).toBeVisible()
  await expect.element(article.getByText(/^(?:Sales & Marketing|Websites, IT & Software)$/u)).toBeVisible()
  await expect.element(bio).toHaveTextContent(profile.bio ?? '')
  await expect.poll(() => request.query() !== null).toBe(mayAsk)
  if (!mayAsk) return
  await page.getByRole('button', { name: `Send Request to ${profile.full_name}` }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent(profile.full_name)
})

it('a profile without a category shows no empty line below the name', async () => {
  const profile: Profile = { ...MARIEKE, expertise: { type: 'custom', value: '' }, is_public: false }
  await openApp(`/profile/${profile.id}`, { session: SESSION, api: { profiles: { get: () => profile } } })
  const name = page.getByRole('heading', { level: 1, name: profile.full_name })
  await expect.element(name).toBeVisible()
  expect(name.element().nextElementSibling?.querySelector('svg') ?? null).toBeNull()
})

it.each([
  ['/account', page.getByRole('heading', { name: 'Getting paid' })],
  [`/profile/${MARIEKE.id}`, bio],
])(
  'the second part of %s stands beside the profile on a wide screen, and below it on a phone',
  async (href, second) => {
    await openApp(href, { height: 900 })
    const first = page.getByRole('heading', { level: 1 })
    const mark = page.getByRole('banner').getByRole('link', { name: 'Kundig' })
    await expect.element(second).toBeVisible()
    const edge = (of: Locator, side: 'x' | 'y'): number => of.element().getBoundingClientRect()[side]
    for (const width of [1280, 1920]) {
      await page.viewport(width, 900)
      await expect.poll(() => edge(second, 'x') - edge(first, 'x')).toBeGreaterThan(width / 4)
      expect(edge(first, 'x') - edge(mark, 'x')).toBeLessThan(48)
    }
    await page.viewport(375, 812)
    await expect.poll(() => edge(second, 'y') - edge(first, 'y')).toBeGreaterThan(60)
    expect(Math.abs(edge(second, 'x') - edge(first, 'x'))).toBeLessThan(2)
  },
)

// spec 8.16
it('a missing profile shows the not-found page', async () => {
  const get = vi.fn<() => Profile>(() => {
    throw new Refusal('PROFILE_NOT_FOUND')
  })
  await openApp(`/profile/${MARIEKE.id}`, { session: null, api: { profiles: { get } } })
  await expect.element(page.getByText('Profile not found')).toBeVisible()
})

// spec 2.107, 8.21
it('a profile that failed to load shows an error and can be retried', async () => {
  const http: HttpAnswers = { 'POST /rpc/profiles/get': () => Response.json({}, { status: 500 }) }
  await openApp(`/profile/${MARIEKE.id}`, { session: null, http })
  await expect.element(page.getByText('Failed to fetch profile.'), { timeout: 20_000 }).toBeVisible()
  delete http['POST /rpc/profiles/get']
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: MARIEKE.full_name })).toBeVisible()
})
