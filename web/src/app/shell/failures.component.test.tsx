import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { OwnProfile } from '@kundig/contract/profiles/profiles.contract'

import { createRequest, MARIEKE, READER, SESSION } from '../../../development/gallery/gallery-data.ts'
import { type AppOptions, openApp } from '../../../test/component/open-app.tsx'

const fail = () => Response.json({}, { status: 500 })
const failing = (...calls: string[]) => ({ http: Object.fromEntries(calls.map((call) => [call, fail])) })
const field = (name: string) => page.getByRole('textbox', { name })
const press = (name: string) => page.getByRole('button', { name }).click()
const toasts = () => Array.from(document.querySelectorAll('[data-sonner-toast]'), ({ textContent }) => textContent)

describe('a failing form shows the error in the form and in no toast', () => {
  const VISITOR = { session: null }
  const NEW = { session: { ...SESSION, has_profile: false } }
  const fillIn = async (who: Record<string, string>): Promise<void> => {
    for (const [name, value] of Object.entries(who)) await field(name).fill(value)
  }

  it.each<[string, string, string, string, AppOptions, () => Promise<void>]>([
    // spec 8.5, 8.35
    [
      'logging in',
      '/login',
      'POST /api/auth/sign-in/email',
      'Authentication failed',
      VISITOR,
      async () => {
        await field('Email').fill('anna@kundig.example')
        await page.getByLabelText('Password', { exact: true }).fill('Een-Goed-Wachtwoord-7')
        await page.getByRole('main').getByRole('button', { name: 'Log In' }).click()
      },
    ],
    // spec 8.12, 8.36
    [
      'asking for a link',
      '/forgot-password',
      'POST /rpc/auth/requestReset',
      'An unexpected error occurred',
      VISITOR,
      async () => {
        await field('Email').fill('anna@kundig.example')
        await press('Send Reset Link')
      },
    ],
    // spec 8.15, 8.23
    [
      'joining the waiting list',
      '/',
      'POST /rpc/waitingList/join',
      'Failed to join the waiting list',
      VISITOR,
      async () => {
        await fillIn({ Name: 'Iris Bloem', Email: 'iris@kundig.example' })
        await page.getByLabelText('Expertise category').selectOptions('education')
        await page.getByRole('checkbox').click()
        await press('Join the list')
      },
    ],
    // spec 8.24
    [
      'creating a profile',
      '/account',
      'POST /rpc/profiles/save',
      'Failed to save profile',
      NEW,
      async () => {
        await field('Name').fill('Iris Bloem')
        await page.getByLabelText('Expertise category').selectOptions('education')
        await press('Create profile')
      },
    ],
    // spec 8.22
    [
      'updating a profile',
      '/account',
      'POST /rpc/profiles/save',
      'Failed to update profile.',
      {},
      async () => {
        await field('Name').fill('Iris Bloem')
        await press('Save profile')
      },
    ],
    // spec 8.37
    [
      'sending a request',
      `/profile/${MARIEKE.id}`,
      'POST /rpc/connectionRequests/create',
      'Failed to send request',
      {},
      async () => {
        await press(`Send Request to ${MARIEKE.full_name}`)
        await page.getByRole('dialog').getByRole('textbox').fill('Hello')
        await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
      },
    ],
  ])('%s', async (_what, href, call, words, options, act) => {
    await openApp(href, { ...options, ...failing(call) })
    await act()
    await expect.element(page.getByRole('alert').getByText(words, { exact: true })).toBeVisible()
    expect(page.getByText(words, { exact: true }).element().closest('form, dialog')).not.toBeNull()
    expect(toasts()).not.toContain(words)
  })

  it('shows a toast when a request fails after its dialog was closed', async () => {
    const held = Promise.withResolvers<Response>()
    await openApp(`/profile/${MARIEKE.id}`, {
      http: { 'POST /rpc/connectionRequests/create': () => held.promise },
    })
    const dialog = page.getByRole('dialog')
    await press(`Send Request to ${MARIEKE.full_name}`)
    await dialog.getByRole('textbox').fill('Hello')
    await dialog.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    held.resolve(fail())
    await expect.poll(toasts).toEqual(['Failed to send request'])
  })
})

it('shows one toast when a profile was created', async () => {
  const save = vi.fn<(input: object) => OwnProfile>((input) => ({ ...READER, ...input }))
  await openApp('/account', { session: { ...SESSION, has_profile: false }, api: { profiles: { save } } })
  await field('Name').fill('Iris Bloem')
  await page.getByLabelText('Expertise category').selectOptions('education')
  await press('Create profile')
  await expect.poll(toasts).toEqual(['Profile created'])
})

// spec 8.39, 8.41
it.each([
  ['Accept', 'accept'],
  ['Reject', 'reject'],
])('shows one toast when %s failed', async (name, procedure) => {
  await openApp('/dashboard?tab=requests', {
    api: { connectionRequests: { pending: () => ({ items: [createRequest(1)], total: 1 }) } },
    ...failing(`POST /rpc/connectionRequests/${procedure}`),
  })
  await press(name)
  await expect.poll(toasts).toEqual(['Failed to process request'])
})
