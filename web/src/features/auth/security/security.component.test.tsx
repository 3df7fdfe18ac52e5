import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Device, Session } from '@kundig/contract/auth/auth.contract'
import { Refusal } from '@kundig/contract/errors'
import { buildErrorBody } from '@kundig/contract/errors/error-body'

import { READER, SESSION } from '../../../../development/gallery/gallery-data.ts'
import { fakeLive } from '../../../../test/component/fake-live.ts'
import { type AppOptions, openApp } from '../../../../test/component/open-app.tsx'
import { emitSessionEnd } from '../../../../test/component/session-end.ts'

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const PASSWORD = 'Blauwe-Klaproos-47'

const WITHOUT_PROFILE = { ...SESSION, has_profile: false, user: { ...SESSION.user, email_verified: false } }

const main = page.getByRole('main')
const security = page.getByRole('region', { name: 'Security' })
const devices = security.getByRole('listitem').filter({ hasText: 'Logged in:' })
const toast = (text: string) => page.getByText(text, { exact: true })
const logIn = page.getByRole('banner').getByRole('link', { name: 'Log In' })
const notice = page.getByRole('region', { name: 'Confirm your email address' })
const loggedOut = toast('You have been logged out')

function createDevice(number: number, is_current = false): Device {
  const now = new Date().toISOString()
  return { id: `${READER.id.slice(0, -1)}${number}`, user_agent: CHROME, created_at: now, updated_at: now, is_current }
}

async function open(http: NonNullable<AppOptions['http']> = {}) {
  let items = [createDevice(1), createDevice(2, true), createDevice(3)]
  let current: Session | null = SESSION
  const answers = {
    session: () => current,
    devices: () => ({ items }),
    endSession: vi.fn<(input: { id: string }) => { ok: true }>(({ id }) => {
      items = items.filter((device) => device.id !== id)
      return { ok: true }
    }),
    endOtherSessions: vi.fn<() => { ok: true }>(() => {
      items = items.filter((device) => device.is_current)
      return { ok: true }
    }),
    endAllSessions: vi.fn<() => { ok: true }>(() => {
      endSession()
      return { ok: true }
    }),
  }
  const endSession = (): void => {
    current = null
  }
  await openApp('/account/security', {
    api: { auth: answers },
    http: {
      'POST /api/auth/sign-out': () => {
        endSession()
        fakeLive.emit('session.ended')
        return Response.json({ success: true })
      },
      ...http,
    },
  })
  await expect.element(devices).toHaveLength(3)
  return { ...answers, endSession }
}

it('shows the login, with the reason, when another device ends the session', async () => {
  const { endSession } = await open()
  endSession()
  await emitSessionEnd()
  await expect.element(loggedOut).toBeVisible()
  await expect.element(main.getByLabelText('Password', { exact: true })).toBeVisible()
})

describe('the list of devices', () => {
  it('shows the current device first, and the time at which each device was last seen', async () => {
    await open()
    await expect.element(devices.first()).toMatchTextContent(/This device.*Active now.*Logged in: today at \d\d:\d\d/u)
    await expect.element(devices.last()).toMatchTextContent(/Last seen: today at \d\d:\d\d/u)
    await expect.element(devices.filter({ hasText: 'This device' })).toHaveLength(1)
  })

  it('logs out other devices until only the current device is left', async () => {
    await open()
    const another = security.getByRole('button', { name: /^Log out Chrome on /u }).first()
    await another.click()
    await expect.element(devices).toHaveLength(2)
    await another.click()
    await expect.element(devices).toHaveLength(1)
    await expect.element(toast('You are logged in on this device only.')).toBeVisible()
    await expect.element(security.getByRole('button', { name: 'Log out other devices' })).not.toBeInTheDocument()
  })

  it('shows a device again after its log-out failed', async () => {
    await open({ 'POST /rpc/auth/endSession': () => Response.error() })
    await security
      .getByRole('button', { name: /^Log out Chrome on /u })
      .first()
      .click()
    await expect.element(toast('Network error. Please try again.')).toBeVisible()
    await expect.element(devices).toHaveLength(3)
  })

  it('logs out the current device without a message', async () => {
    await open()
    await security.getByRole('button', { name: 'Log out this device' }).click()
    await expect.element(logIn).toBeVisible()
    await expect.poll(() => location.pathname).toBe('/')
    await expect.element(loggedOut).not.toBeInTheDocument()
  })
})

it('logs out all other devices after one confirmation', async () => {
  const { endOtherSessions } = await open()
  const others = security.getByRole('button', { name: 'Log out other devices' })
  const dialog = page.getByRole('alertdialog', { name: 'Log out all other devices?' })
  await others.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(endOtherSessions).not.toHaveBeenCalled()
  await expect.element(devices).toHaveLength(3)
  await others.click()
  await dialog.getByRole('button', { name: 'Log out other devices' }).click()
  await expect.element(toast('All other devices have been logged out')).toBeVisible()
  await expect.element(devices).toHaveLength(1)
})

it('logging out everywhere also ends this session, after a confirmation', async () => {
  const { endAllSessions } = await open()
  const everywhere = security.getByRole('button', { name: 'Log out everywhere' })
  await everywhere.click()
  expect(endAllSessions).not.toHaveBeenCalled()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out everywhere' }).click()
  await expect.element(toast('You have been logged out everywhere')).toBeVisible()
  await expect.element(logIn).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/')
})

// spec 8.19
it('shows the login, with the reason, when a call finds no session', async () => {
  const { endSession } = await open({
    'POST /rpc/auth/changePassword': () => {
      endSession()
      return Response.json({ json: buildErrorBody('NO_SESSION') }, { status: 401 })
    },
  })
  await security.getByLabelText('Current password', { exact: true }).first().fill(PASSWORD)
  await security.getByLabelText('New password', { exact: true }).fill('Een-Ander-Wachtwoord-8')
  await userEvent.keyboard('{Enter}')
  await expect.element(toast('No authenticated user')).toBeVisible()
  await expect.element(main.getByLabelText('Password', { exact: true })).toBeVisible()
})

it.each([
  ['in the security part', '/account/security', SESSION, security],
  ['in the notice that asks for its confirmation', '/account', WITHOUT_PROFILE, notice],
])(
  'changes the email address %s only to a different address and with the right password',
  async (_where, href, session, part) => {
    const requestEmailChange = vi.fn<(input: { current_password: string }) => { ok: true }>(({ current_password }) => {
      if (current_password !== PASSWORD) throw new Refusal('WRONG_PASSWORD')
      return { ok: true }
    })
    await openApp(href, { session, api: { auth: { requestEmailChange } } })
    await part.getByRole('button', { name: 'Change email address' }).click()
    const email = part.getByLabelText('New email address', { exact: true })
    const password = part.getByLabelText('Current password', { exact: true }).first()
    const send = part.getByRole('button', { name: 'Email me the link' })
    await email.fill(session.user.email)
    await password.fill('Wrong-Password-1')
    await send.click()
    await expect.element(part.getByText('That is already your email address')).toBeVisible()
    await email.fill('right@example.com')
    await send.click()
    await expect.element(part.getByText('The current password is wrong').first()).toBeVisible()
    await password.fill(PASSWORD)
    await send.click()
    await expect
      .element(part.getByRole('status').filter({ hasText: 'If right@example.com can be used, an email with a link' }))
      .toBeVisible()
    expect(requestEmailChange).toHaveBeenLastCalledWith({ email: 'right@example.com', current_password: PASSWORD })
    await expect.element(main.getByText(/^(?:Logged in as )?noor@kundig\.example$/u).first()).toBeVisible()
  },
)

it('mails a link to a Google account for setting a password', async () => {
  const requestReset = vi.fn<(input: object) => { ok: true }>(() => ({ ok: true }))
  const session = { ...SESSION, user: { ...SESSION.user, has_password: false } }
  await openApp('/account/security', { session, api: { auth: { requestReset } } })
  await expect.element(security.getByText(/^You log in with Google, so your account has no password\./u)).toBeVisible()
  await expect.element(security.getByText(/so you use the address of your Google account\.$/u)).toBeVisible()
  await expect.element(security.getByLabelText('Current password', { exact: true })).not.toBeInTheDocument()
  await security.getByRole('button', { name: 'Email me a link' }).click()
  await expect.element(security.getByText(`An email with a link is on its way to ${READER.email}.`)).toBeVisible()
  expect(requestReset.mock.calls).toEqual([[{ email: READER.email }]])
})

it('shows an error instead of a data export after too many attempts', async () => {
  await openApp('/account/privacy', {
    http: { 'GET /api/account/data': () => Response.json(buildErrorBody('TOO_MANY_ATTEMPTS'), { status: 429 }) },
  })
  await page.getByRole('button', { name: 'Download my data' }).click()
  await expect.element(toast('Too many attempts. Please try again later.')).toBeVisible()
})
