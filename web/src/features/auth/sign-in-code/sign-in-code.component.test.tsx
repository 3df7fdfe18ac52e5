import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import { buildSignInLink } from '@kundig/contract/auth/sign-in-code'
import { buildErrorBody } from '@kundig/contract/errors/error-body'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { SESSION } from '../../../../development/gallery/gallery-data.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { pressTwice } from '../../../../test/component/press-twice.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const EMAIL = 'anna@kundig.example'
const SIGN_IN = 'POST /api/auth/sign-in/code'
const SIGN_OUT = 'POST /api/auth/sign-out'
const LINK = buildSignInLink({ email: EMAIL, code: '123456' })
const WRONG = 'That code does not work. Check it, or send a new one.'

const main = page.getByRole('main')
const email = page.getByRole('textbox', { name: 'Email' })
const code = page.getByRole('textbox', { name: 'Code from the email' })
const button = (name: string) => main.getByRole('button', { name, exact: true })
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const dashboard = page.getByRole('tab', { name: 'Explore' })

type Ask = (input: { email: string }) => { ok: true }

async function open(
  href: string,
  { session = null, appearance = {} }: { session?: typeof SESSION | null; appearance?: Appearance } = {},
) {
  let now = session
  const requestSignInCode = vi.fn<Ask>(() => ({ ok: true }))
  const bodies: unknown[] = []
  const signOut = vi.fn<() => Response>(() => {
    now = null
    return Response.json({ ok: true })
  })
  const signIn = vi.fn<(request: Request) => Promise<Response>>(async (request) => {
    const body: unknown = await request.json()
    bodies.push(body)
    if (!JSON.stringify(body).replaceAll(' ', '').includes('123456')) {
      return Response.json(buildErrorBody('SIGN_IN_CODE_INVALID'), { status: 400 })
    }
    now = SESSION
    return Response.json({ ok: true, access_replaced: true })
  })
  const { screen } = await openApp(href, {
    session,
    api: { auth: { session: () => now, requestSignInCode } },
    http: { [SIGN_IN]: signIn, [SIGN_OUT]: signOut },
    ...appearance,
  })
  return { screen, requestSignInCode, signIn, signOut, bodies }
}

async function askForCode(): Promise<void> {
  await email.fill(EMAIL)
  await button('Email me a code').click()
  await button('Email me a code').click()
  await expect.element(heading('Check your email')).toHaveFocus()
}

it('accepts a code pasted with a space, and shows that the old password no longer works', async () => {
  const { requestSignInCode, bodies } = await open('/login')
  await askForCode()
  expect(requestSignInCode.mock.calls).toEqual([[{ email: EMAIL }]])
  await expect.element(main).toMatchTextContent(EMAIL)
  await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect.element(code).toHaveAttribute('inputmode', 'numeric')
  await button('Log in').click()
  await expect.element(page.getByText('This field is required')).toBeVisible()
  await code.fill('123 45')
  await expect.element(page.getByText(WRONG)).toBeVisible()
  await code.fill('654 321')
  await button('Log in').click()
  await expect.element(page.getByText(WRONG)).toBeVisible()
  await expect.element(code).toHaveFocus()
  await code.fill('123 456')
  await userEvent.keyboard('{Enter}')
  await expect.element(dashboard).toBeVisible()
  expect(bodies).toEqual([
    { email: EMAIL, code: '654 321' },
    { email: EMAIL, code: '123 456' },
  ])
  await expect.element(page.getByText(/your old password no longer works/u)).toBeVisible()
})

it('keeps the code when the network fails, and shows the failure', async () => {
  const { signIn } = await open('/login')
  await askForCode()
  signIn.mockResolvedValueOnce(Response.error())
  await code.fill('123 456')
  await button('Log in').click()
  await expect.element(main.getByText('Network error. Please try again.')).toBeVisible()
  await expect.element(code).toHaveValue('123 456')
  await button('Log in').click()
  await expect.element(dashboard).toBeVisible()
})

it('keeps the typed address after a reload, and leads back to the password form', async () => {
  const { screen } = await open('/login')
  await askForCode()
  await screen.unmount()
  await open('/login#code')
  await expect.element(code).toBeVisible()
  await expect.element(main).toMatchTextContent(EMAIL)
  await button('Use another address').click()
  await expect.element(email).toHaveValue(EMAIL)
  await button('Log in with a password').click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
  await button('Email me a code').click()
  await expect.element(heading('Log in with a code')).toBeVisible()
  history.back()
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
})

it('signs in by a link only when its button is pressed, once', async () => {
  const { signIn, bodies } = await open(LINK)
  await expect.element(heading('Log in to Kundig')).toHaveFocus()
  await expect.element(main).toMatchTextContent(`You log in as ${EMAIL}.`)
  await expect.poll(() => location.hash).toBe('')
  expect(signIn).not.toHaveBeenCalled()
  await pressTwice(button('Log in'))
  await expect.element(dashboard).toBeVisible()
  expect(bodies).toEqual([{ email: EMAIL, code: '123456' }])
})

it('announces that another account will be logged out, and logs it out before the link signs in', async () => {
  const { signOut } = await open(LINK, { session: SESSION })
  await expect.element(main).toMatchTextContent(`${SESSION.user.email} is logged in here, and will be logged out.`)
  expect(signOut).not.toHaveBeenCalled()
  await button('Log in').click()
  await expect.element(dashboard).toBeVisible()
  expect(signOut).toHaveBeenCalledOnce()
})

it.each(['/sign-in-code', '/sign-in-code#123456', buildSignInLink({ email: EMAIL, code: '999999' })])(
  'offers a new code for an invalid link: %s',
  async (href) => {
    await open(href)
    if (href.includes('999999')) await button('Log in').click()
    await expect.element(heading('This link does not work')).toHaveFocus()
    await main.getByRole('link', { name: 'Get a new code' }).click()
    await expect.element(heading('Log in with a code')).toBeVisible()
  },
)

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it.each([LINK, '/login#code'])('%s has no violations', async (href) => {
    sessionStorage.setItem('kundig-code-address', EMAIL)
    await open(href, { appearance: { ...appearance, width: 375 } })
    await expect.element(main.getByRole('heading', { level: 1 })).toHaveFocus()
    await expectNoAxeViolations()
  })
})
