import { describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'

import { Refusal } from '@kundig/contract/errors'

import type { HttpAnswers, ProcedureAnswers } from '../../../../test/component/fake-api.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { pressTwice } from '../../../../test/component/press-twice.ts'

const EMAIL = 'noor@kundig.example'
const NEW_PASSWORD = 'Een-Ander-Wachtwoord-8'
const INVALID = 'Invalid or expired reset link. Please request a new one.'
const DONE = 'Your password has been reset. Log in with the new one.'
const LINK = '/reset-password?oobCode=mailed'

const main = page.getByRole('main')
const email = page.getByRole('textbox', { name: 'Email' })
const send = page.getByRole('button', { name: 'Send Reset Link' })
const password = page.getByLabelText('New password', { exact: true })
const confirmation = page.getByLabelText('Confirm password', { exact: true })
const reset = page.getByRole('button', { name: 'Reset Password' })
const path = (): string => location.pathname + location.search

type Done = { ok: true }
type Checked = Done & { email: string }

interface Answers {
  requestReset?: (input: { email: string }) => Done
  verifyResetCode?: (input: { code: string }) => Checked | Promise<Checked>
  confirmReset?: (input: { code: string; password: string }) => Done
}

function open(href: string, answers: Answers = {}, http: HttpAnswers = {}) {
  const auth = {
    providers: () => ({ google: false, dev_mail: true }),
    commonPasswords: () => ({ digests: [] }),
    requestReset: () => ({ ok: true }),
    verifyResetCode: () => ({ ok: true, email: EMAIL }),
    confirmReset: () => ({ ok: true }),
    ...answers,
  } satisfies ProcedureAnswers['auth']
  return openApp(href, { session: null, api: { auth }, http })
}

async function fillIn(next: string, again = next): Promise<void> {
  await password.fill(next)
  await confirmation.fill(again)
}

describe('requesting a reset link', () => {
  // spec 2.7, 2.50, 4.5, 5.2, 5.9
  it('suggests the address from the login, and shows the same result for every valid address', async () => {
    const requestReset = vi.fn<NonNullable<Answers['requestReset']>>(() => ({ ok: true }))
    await open('/login', { requestReset })
    await email.fill('anna@')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect.element(send).toBeVisible()
    expect(path()).toBe('/forgot-password')
    await expect.element(email).toHaveValue('anna@')
    await email.fill('')
    await send.click()
    await expect.element(page.getByText('This field is required')).toBeVisible()
    await email.fill('anna@')
    await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
    await email.fill(EMAIL)
    await pressTwice(send)
    await expect.element(page.getByRole('heading', { name: 'Check your email' })).toHaveFocus()
    await expect
      .element(page.getByText(`If there is an account for ${EMAIL}, an email with a link is on its way.`))
      .toBeVisible()
    await expect.element(page.getByRole('link', { name: /^Read email/u })).toHaveAttribute('href', '/dev/mail')
    expect(requestReset.mock.calls).toEqual([[{ email: EMAIL }]])
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect.element(page.getByRole('heading', { name: 'Log in to Kundig' })).toBeVisible()
    await expect.element(email).toHaveValue(EMAIL)
  })

  // spec 8.27
  it('shows an error after too many attempts', async () => {
    const tooMany = () => Response.json({ message: 'Slow down' }, { status: 429 })
    await open('/forgot-password', {}, { 'POST /rpc/auth/requestReset': tooMany })
    await email.fill(EMAIL)
    await send.click()
    await expect.element(main.getByText('Too many attempts. Please try again later.')).toBeVisible()
  })
})

describe('reset links', () => {
  // spec 2.8, 2.56, 2.58, 2.59, 5.10, 8.28
  it('the page removes the code from its address, refuses invalid passwords, and leads to the login', async () => {
    const verifyResetCode = vi.fn<NonNullable<Answers['verifyResetCode']>>(() => ({ ok: true, email: EMAIL }))
    const confirmReset = vi.fn<NonNullable<Answers['confirmReset']>>(() => ({ ok: true }))
    const { router } = await open(LINK, { verifyResetCode, confirmReset })
    await expect.element(password).toBeVisible()
    await expect.poll(path).toBe('/reset-password')
    expect(router.history.location.state).toMatchObject({ mailCode: 'mailed' })
    expect(verifyResetCode).toHaveBeenCalledExactlyOnceWith({ code: 'mailed' })
    await fillIn('abcdefgh')
    await reset.click()
    await expect.element(page.getByText('Password is too weak')).toBeVisible()
    await expect.element(password).toHaveFocus()
    await password.fill(NEW_PASSWORD)
    await reset.click()
    await expect.element(page.getByText('Passwords do not match')).toBeVisible()
    await expect.element(confirmation).toHaveFocus()
    expect(confirmReset).not.toHaveBeenCalled()
    await confirmation.fill(NEW_PASSWORD)
    await reset.dblClick()
    await expect.element(page.getByText(DONE)).toBeVisible()
    await expect.poll(path).toBe('/login')
    await expect.element(email).toHaveValue(EMAIL)
    expect(confirmReset.mock.calls).toEqual([[{ code: 'mailed', password: NEW_PASSWORD }]])
  })

  // spec 2.55
  it('the page shows a spinner while the server checks the code', async () => {
    const check = Promise.withResolvers<void>()
    await open(LINK, {
      verifyResetCode: async () => {
        await check.promise
        throw new Refusal('RESET_CODE_INVALID')
      },
    })
    await expect.element(main.getByText('Checking your link…')).toBeVisible()
    expect(main.element().querySelector('.spinner')).toBeVisible()
    expect(main.element().querySelector('form')).toBeNull()
    check.resolve()
    await expect.element(page.getByText(INVALID)).toBeVisible()
  })

  // spec 2.54, 2.57, 7.6
  it.each([
    ['without a code', '/reset-password', null],
    ['with an empty code', '/reset-password?oobCode=', null],
    ['with a made-up code', LINK, new Refusal('RESET_CODE_INVALID')],
    ['with a code that is cut', LINK, new Refusal('INVALID_INPUT')],
  ])('a reset link %s is invalid, and leads to a request for a new link', async (_which, href, refusal) => {
    await open(href, {
      verifyResetCode: () => {
        throw refusal ?? new Error('Nothing is to be asked')
      },
    })
    await expect.element(page.getByText(INVALID)).toBeVisible()
    await page.getByRole('link', { name: 'Request New Link' }).click()
    await expect.element(send).toBeVisible()
  })

  it('a reset link becomes invalid when it was used elsewhere while its page was open', async () => {
    await open(LINK, {
      confirmReset: () => {
        throw new Refusal('RESET_CODE_INVALID')
      },
    })
    await fillIn(NEW_PASSWORD)
    await reset.click()
    await expect.element(page.getByText(INVALID)).toBeVisible()
  })

  // spec 8.29
  it('a reset link still works after the server failed to complete a reset', async () => {
    const http: HttpAnswers = {
      'POST /rpc/auth/confirmReset': () => {
        delete http['POST /rpc/auth/confirmReset']
        return Response.json({}, { status: 500 })
      },
    }
    await open(LINK, {}, http)
    await fillIn(NEW_PASSWORD)
    await reset.click()
    await expect.element(main.getByText('Failed to reset password. Please try again.')).toBeVisible()
    await reset.click()
    await expect.element(page.getByText(DONE)).toBeVisible()
  })

  it('Back does not reopen a reset link after the reset', async () => {
    const { router } = await open('/forgot-password')
    await expect.element(send).toBeVisible()
    router.history.push(LINK)
    await fillIn(NEW_PASSWORD)
    await reset.click()
    await expect.poll(path).toBe('/login')
    history.back()
    await expect.element(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible()
  })
})
