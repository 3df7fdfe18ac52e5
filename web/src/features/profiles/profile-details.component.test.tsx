import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

import { DETAILED, MARIEKE, READER, SESSION } from '../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../test/component/open-app.tsx'

const section = page.getByRole('region', { name: 'More about your help' })
const save = page.getByRole('button', { name: 'Save profile' })
const price = section.getByRole('textbox', { name: 'Price in euros' })

it('the account page saves optional details and refuses a wrong price at its field', async () => {
  const saveProfile = vi.fn<(input: object) => OwnProfile>(() => READER)
  await openApp('/account', { width: 375, height: 812, api: { profiles: { save: saveProfile } } })
  await section.getByRole('textbox', { name: 'Headline' }).fill('Bread without waste')
  await section.getByRole('textbox', { name: 'Town' }).fill('Utrecht')
  await section.getByRole('checkbox', { name: 'I also help people online' }).click()
  for (const language of ['English', 'Dutch']) await section.getByRole('checkbox', { name: language }).click()
  await section.getByRole('button', { name: 'Lowest price' }).click()
  for (const wrong of ['-1', '5.5', 'veel']) {
    await price.fill(wrong)
    await save.click()
    await expect.element(price).toHaveAccessibleDescription('Enter a price in whole euros, from 5 to 1,000')
    await expect.element(price).toHaveFocus()
  }
  expect(saveProfile).not.toHaveBeenCalled()
  await price.fill('€ 45')
  await save.click()
  await expect
    .poll(() => saveProfile.mock.calls[0]?.[0])
    .toMatchObject({
      headline: 'Bread without waste',
      town: 'Utrecht',
      online: true,
      languages: ['nl', 'en'],
      price: { euros: 45, unit: 'from' },
    })
})

it('the account page of a newcomer asks for no optional details', async () => {
  await openApp('/account', { session: { ...SESSION, has_profile: false } })
  await expect.element(page.getByRole('button', { name: 'Create profile' })).toBeVisible()
  expect(section.query()).toBe(null)
})

it('the account page offers no seventh language', async () => {
  const profile = { ...READER, languages: ['nl', 'en', 'de', 'fr', 'es', 'it'] }
  await openApp('/account', { api: { profiles: { get: () => profile } } })
  await expect.element(section.getByRole('checkbox', { name: 'Polish' })).toBeDisabled()
  await section.getByRole('checkbox', { name: 'Italian' }).click()
  await expect.element(section.getByRole('checkbox', { name: 'Polish' })).toBeEnabled()
})

it.each([
  ['en', 'Utrecht · online · Dutch, English, German · €60 an hour'],
  ['nl', 'Utrecht · online · Nederlands, Engels, Duits · € 60 per uur'],
] as const)('the card and the profile page show the details: %s', async (language, facts) => {
  const api = { profiles: { list: () => ({ items: [DETAILED], next_cursor: null }), get: () => DETAILED } }
  for (const href of ['/', `/profile/${DETAILED.id}`]) {
    await openApp(href, { session: null, language, api })
    const article = page.getByRole('article').first()
    await expect.element(article).toMatchTextContent(facts)
    await expect.element(article).toMatchTextContent(DETAILED.headline ?? '')
  }
})

it.each([
  ['en', 'Usually answers within 3 hours · Paid by 5 people', ' · Email confirmed · Member since March 2026'],
  ['nl', 'Antwoordt meestal binnen 3 uur · Betaald door 5 mensen', ' · E-mailadres bevestigd · Lid sinds maart 2026'],
] as const)('the profile page shows more measured facts than the card: %s', async (language, onCard, onPage) => {
  const api = { profiles: { list: () => ({ items: [DETAILED], next_cursor: null }), get: () => DETAILED } }
  const article = page.getByRole('article').first()
  await openApp('/', { session: null, language, api })
  await expect.element(article.getByText(onCard, { exact: true })).toBeVisible()
  await openApp(`/profile/${DETAILED.id}`, { session: null, language, api })
  await expect.element(article.getByText(onCard + onPage, { exact: true })).toBeVisible()
})

it('shows a hundred payers as 100+', async () => {
  const many = { ...DETAILED, track_record: { address_confirmed: false, paid_by: 100 } }
  await openApp(`/profile/${many.id}`, { session: null, api: { profiles: { get: () => many } } })
  await expect.element(page.getByText('Paid by 100+ people · Member since March 2026')).toBeVisible()
})

it('a card without details has no empty line for them', async () => {
  await openApp('/', { session: null, api: { profiles: { list: () => ({ items: [MARIEKE], next_cursor: null }) } } })
  const article = page.getByRole('article').first()
  await expect.element(article).toBeVisible()
  for (const line of article.element().querySelectorAll('p')) expect(line.textContent).not.toBe('')
})
