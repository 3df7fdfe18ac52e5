import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { GOOGLE_JOIN_QUERY, GOOGLE_START_PATH } from '@kundig/contract/auth/google-sign-in'
import { buildErrorBody } from '@kundig/contract/errors/error-body'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { openApp } from '../../../../test/component/open-app.tsx'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'
import { type GoogleOutcome, subscribeToGoogleOutcome, reportOutcome } from './google-window.ts'

const EMAIL = 'sanne@kundig.example'
const JOIN_CALL = 'POST /api/auth/google/join'

const main = page.getByRole('main')
const google = main.getByRole('button', { name: 'Continue with Google' })
const waiting = main.getByRole('button', { name: 'Waiting for Google…' })
const cancelled = page.getByText('Google sign-in was cancelled', { exact: true })
const googleWindow = { closed: false }

beforeEach(() => {
  googleWindow.closed = false
  vi.spyOn(window, 'close').mockReturnValue(undefined)
  vi.spyOn(window, 'open').mockImplementation(() => googleWindow as Window)
})
afterEach(() => {
  vi.restoreAllMocks()
})

describe('the page that opened the window', () => {
  it('waits for the Google window, and shows each failure', async () => {
    await openApp('/login', {
      session: null,
      api: { auth: { providers: () => ({ google: true, dev_mail: false }) } },
    })
    await google.click()
    expect(vi.mocked(window.open).mock.lastCall?.[0]).toBe(GOOGLE_START_PATH)
    await expect.element(waiting).toBeVisible()
    await expect.element(main.getByRole('status').filter({ hasText: 'Continue in the window' })).toBeVisible()
    reportOutcome({ code: 'GOOGLE_CANCELLED' })
    await expect.element(cancelled).toBeVisible()
    await expect.element(google).toBeVisible()
    await expect.element(cancelled).not.toBeInTheDocument()

    await google.click()
    reportOutcome({ code: 'GOOGLE_EMAIL_UNVERIFIED' })
    await expect.element(main.getByText('Google has not verified this email address')).toBeVisible()

    // A closed window without a result counts as cancelled once the page has the focus.
    vi.spyOn(document, 'hasFocus').mockReturnValue(true)
    await google.click()
    await expect.element(waiting).toBeVisible()
    googleWindow.closed = true
    await expect.element(cancelled).toBeVisible()

    vi.mocked(window.open).mockReturnValue(null)
    await google.click()
    await expect
      .element(main.getByText('Your browser blocked the Google window. Allow pop-ups for this site and try again.'))
      .toBeVisible()
  })
})

async function openJoin(appearance: Appearance = {}) {
  const outcomes: GoogleOutcome[] = []
  const stop = subscribeToGoogleOutcome((outcome) => outcomes.push(outcome))
  onTestFinished(stop)
  const join = vi.fn<(request: Request) => Response>(() => Response.json({ ok: true }))
  await openApp(`/auth/popup${GOOGLE_JOIN_QUERY}`, {
    session: null,
    http: {
      'GET /api/auth/google/join': () => Response.json({ email: EMAIL }),
      [JOIN_CALL]: (request) => join(request),
    },
    ...appearance,
  })
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  return { join, outcomes }
}

describe('the window, for an account with a password', () => {
  it('asks for the account’s password once, reports the result to the opening page and closes', async () => {
    const { join, outcomes } = await openJoin()
    const password = main.getByLabelText('Password of your Kundig account', { exact: true })
    await expect.element(page.getByRole('heading', { name: 'Use Google for your account' })).toHaveFocus()
    await expect.element(main.getByText(EMAIL, { exact: false })).toBeVisible()
    await userEvent.keyboard('{Tab}')
    await expect.element(password).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(password).toHaveAttribute('aria-invalid', 'true')
    expect(join).not.toHaveBeenCalled()
    join.mockReturnValueOnce(Response.json(buildErrorBody('WRONG_PASSWORD', 'password'), { status: 400 }))
    await password.fill('Wrong-Password-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(main.getByText('The current password is wrong')).toBeVisible()
    await expect.element(password).toHaveFocus()
    join.mockReturnValueOnce(Response.error())
    await password.fill('Blauwe-Klaproos-47')
    await userEvent.keyboard('{Enter}')
    await expect.element(main.getByText('Network error. Please try again.')).toBeVisible()
    expect(outcomes).toEqual([])
    await main.getByRole('button', { name: 'Continue' }).click()
    await expect.poll(() => outcomes).toEqual([{ ok: true }])
    expect(await join.mock.lastCall?.[0].json()).toEqual({ password: 'Blauwe-Klaproos-47' })
    await expect.poll(() => window.close).toHaveBeenCalledOnce()
  })

  it('reports a cancellation and closes when the person presses Cancel', async () => {
    const { outcomes } = await openJoin()
    await main.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => outcomes).toEqual([{ code: 'GOOGLE_CANCELLED' }])
    await expect.poll(() => window.close).toHaveBeenCalledOnce()
  })

  it('leads to a password reset for the account’s address', async () => {
    await openJoin()
    await main.getByRole('link', { name: 'Choose a new password by email' }).click()
    await expect.element(main.getByRole('textbox', { name: 'Email' })).toHaveValue(EMAIL)
    expect(location.pathname).toBe('/forgot-password')
  })

  it.each(APPEARANCES)('has no violations (%s)', async (_name, appearance) => {
    const { outcomes } = await openJoin(appearance)
    await expectNoAxeViolations()
    expect(outcomes).toEqual([])
  })
})
