import { describe, expect, it, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'

import { DIGEST_PREFIX_LENGTH } from '@kundig/contract/auth/common-passwords'
import { buildErrorBody } from '@kundig/contract/errors/error-body'

import { SESSION } from '../../../../development/gallery/gallery-data.ts'
import type { HttpAnswers } from '../../../../test/component/fake-api.ts'
import { openApp } from '../../../../test/component/open-app.tsx'

const EMAIL = 'anna@kundig.example'
const PASSWORD = 'Een-Goed-Wachtwoord-7'
const SIGN_IN = 'POST /api/auth/sign-in/email'
const SIGN_UP = 'POST /api/auth/sign-up/email'
/** SHA-256 of "sunshine". */
const SUNSHINE = 'a941a4c4fd0c01cddef61b8be963bf4c1e2b0811c037ce3f1835fddf6ef6c223'

const form = (): HTMLFormElement => {
  const element = document.querySelector('form')
  if (!element) throw new Error('There is no form')
  return element
}
const main = page.getByRole('main')
const email = page.getByRole('textbox', { name: 'Email' })
const password = page.getByLabelText('Password', { exact: true })
const button = (name: string): Locator => page.getByRole('main').getByRole('button', { name })
const bar = page.getByRole('meter', { name: 'Password strength' })
const common = page.getByText('This password is too easy to guess. Please choose another one.').first()
const met = (): string[] => [...document.querySelectorAll('[data-met=true]')].map(({ textContent }) => textContent)

async function expectStrength(percent: number): Promise<void> {
  await expect.element(bar).toHaveAttribute('aria-valuenow', `${percent}`)
  const widthOf = (element: Element | null): number => element?.getBoundingClientRect().width ?? Number.NaN
  await expect
    .poll(() => Math.round((100 * widthOf(bar.element().firstElementChild)) / widthOf(bar.element())))
    .toBe(percent)
}

function open(href: string, http: HttpAnswers = {}) {
  const commonPasswords = vi.fn<(input: { prefix: string }) => { digests: string[] }>(({ prefix }) => ({
    digests: SUNSHINE.startsWith(prefix) ? [SUNSHINE.slice(DIGEST_PREFIX_LENGTH)] : [],
  }))
  let session: typeof SESSION | null = null
  const logIn = (): void => {
    session = SESSION
  }
  return openApp(href, { session: null, api: { auth: { session: () => session, commonPasswords } }, http }).then(
    () => ({ commonPasswords, logIn }),
  )
}

describe('signing up', () => {
  // spec 2.49, 2.51, 2.52, 4.5, 5.1, 5.2, 5.4, 5.5, 5.7, 5.8, 9.4
  it('shows the strength of a password and refuses a weak one', async () => {
    await open('/login')
    await button('Sign up').click()
    await button('Sign Up').click()
    await expect.element(page.getByText('This field is required').first()).toBeVisible()
    await email.fill('anna@')
    await expect.element(page.getByText(/^Password must contain/u).first()).toBeInTheDocument()
    expect(met()).toEqual([])
    await password.fill('abc')
    await expectStrength(33)
    expect(met()).toEqual(['lowercase'])
    await button('Sign Up').click()
    await expect.element(page.getByText('Please enter a valid email address')).toBeVisible()
    await expect.element(page.getByText('Password is too weak')).toBeVisible()
    await password.fill('Sh0rt!x')
    await expectStrength(66)
    // A short password shows only the message about its length.
    await expect.element(page.getByText('Password is too weak')).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Password must contain at least 8 characters/u)).toBeVisible()
    await password.fill('Abcdefg1')
    await expectStrength(66)
    await password.fill('Abcdefg1!')
    await expectStrength(100)
    expect(met()).toEqual(['at least 8 characters', 'uppercase', 'lowercase', 'numbers', 'special characters'])
    await expect.element(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect.element(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect.element(password).toHaveAttribute('type', 'password')
    expect(document.title).toBe('Sign up · Kundig')
  })

  it('shows during typing that a password is common, and sends no password before the form is submitted', async () => {
    const signUp = vi.fn<(request: Request) => Response>(() =>
      Response.json(buildErrorBody('PASSWORD_COMMON', 'password'), { status: 400 }),
    )
    const { commonPasswords } = await open('/login#sign-up', { [SIGN_UP]: signUp })
    await password.fill('Sunshine2026!')
    await expect.element(common).toBeVisible()
    await expectStrength(33)
    expect(commonPasswords.mock.calls.flat()).toContainEqual({ prefix: SUNSHINE.slice(0, DIGEST_PREFIX_LENGTH) })
    for (const [input] of commonPasswords.mock.calls) expect(input.prefix).toHaveLength(DIGEST_PREFIX_LENGTH)
    expect(signUp).not.toHaveBeenCalled()
    await password.fill(PASSWORD)
    await expect.element(common).not.toBeInTheDocument()
    await expectStrength(100)
    // If the form is sent before the password check, the server refuses it with the same text.
    await email.fill(EMAIL)
    await button('Sign Up').click()
    await expect.element(common).toBeVisible()
    await expect.element(password).toHaveFocus()
  })

  // spec 5.7, 9.4
  it('shows no password strength until the look-up of common passwords is answered', async () => {
    const answer = Promise.withResolvers<{ digests: string[] }>()
    const commonPasswords = vi.fn<() => Promise<{ digests: string[] }>>(() => answer.promise)
    await openApp('/login#sign-up', { session: null, api: { auth: { session: () => null, commonPasswords } } })
    await password.fill(PASSWORD)
    await expect.poll(() => commonPasswords.mock.calls.length).toBeGreaterThan(0)
    await expect.element(bar).toHaveAttribute('aria-valuetext', '–')
    await expectStrength(33)
    answer.resolve({ digests: [] })
    await expectStrength(100)
  })

  it('shows that an address already has an account', async () => {
    await open('/login#sign-up', {
      [SIGN_UP]: () => Response.json(buildErrorBody('EMAIL_TAKEN', 'email'), { status: 409 }),
    })
    await email.fill(EMAIL)
    await password.fill(PASSWORD)
    await button('Sign Up').click()
    await expect
      .element(main.getByText('There is already an account with this email address. Log in instead.'))
      .toBeVisible()
    await expect.element(email).toHaveFocus()
  })
})

describe('logging in', () => {
  it('the log-in shows no password strength, and the reset asks only for the address', async () => {
    await open('/login#sign-up')
    await button('Log in').click()
    await expect.element(button('Log In')).toBeVisible()
    await expect.poll(() => document.title).toBe('Log in · Kundig')
    await expect.element(bar).not.toBeInTheDocument()
    await email.fill(EMAIL)
    await button('Log In').click()
    await expect.element(page.getByText('This field is required')).toBeVisible()
    await expect.element(password).toHaveFocus()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect.element(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
    expect(document.querySelectorAll('input')).toHaveLength(1)
    await expect.element(email).toHaveValue(EMAIL)
  })

  // spec 7.1, 8.26, 8.27, 8.67
  it('shows a failed log-in in the form, and sends one request after two presses of the button', async () => {
    const answer = vi.fn<() => Response>()
    const { logIn } = await open('/login', { [SIGN_IN]: answer })
    await email.fill(EMAIL)
    await password.fill('abc')
    for (const [response, text] of [
      [Response.error(), 'Network error. Please try again.'],
      [Response.json({}, { status: 429 }), 'Too many attempts. Please try again later.'],
      [
        Response.json(buildErrorBody('WRONG_CREDENTIALS'), { status: 401 }),
        'Authentication failed. Check your email address and password.',
      ],
    ] as const) {
      answer.mockReturnValueOnce(response)
      await button('Log In').click()
      await expect.element(page.elementLocator(form()).getByText(text)).toBeVisible()
    }
    answer.mockClear()
    answer.mockImplementation(() => {
      logIn()
      return Response.json({})
    })
    await button('Log In').dblClick()
    await expect.element(page.getByRole('tab', { name: 'Explore' })).toBeVisible()
    expect(location.pathname).toBe('/dashboard')
    expect(answer).toHaveBeenCalledOnce()
  })
})

it('reserves the space of the Google button and of the strength bar', async () => {
  const answer = Promise.withResolvers<{ google: boolean; dev_mail: boolean }>()
  await openApp('/login', {
    session: null,
    width: 375,
    api: { auth: { providers: () => answer.promise, commonPasswords: () => ({ digests: [] }) } },
  })
  const change = button('Sign up')
  const google = button('Continue with Google')
  await expect.element(change).toBeVisible()
  await expect.element(google).not.toBeInTheDocument()
  const { top } = change.element().getBoundingClientRect()
  answer.resolve({ google: true, dev_mail: false })
  await expect.element(google).toBeVisible()
  expect(change.element().getBoundingClientRect().top).toBe(top)
  await change.click()
  await expect.element(bar).toBeVisible()
  const { height } = form().getBoundingClientRect()
  await password.fill('a')
  await expect.element(page.getByText('Weak', { exact: true })).toBeVisible()
  expect(form().getBoundingClientRect().height).toBe(height)
})
