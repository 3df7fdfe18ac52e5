import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Session } from '@kundig/contract/auth/auth.contract'
import { Refusal } from '@kundig/contract/errors'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { SESSION } from '../../../../development/gallery/gallery-data.ts'
import type { HttpAnswers } from '../../../../test/component/fake-api.ts'
import { openApp } from '../../../../test/component/open-app.tsx'
import { pressTwice } from '../../../../test/component/press-twice.ts'
import { emitSessionEnd } from '../../../../test/component/session-end.ts'
import { expectNoAxeViolations } from '../../../../test/component/violations.ts'

const EMAIL = 'hedy@kundig.example'
const PASSWORD = 'Blauwe-Klaproos-47'
const LINK = '/verify-email?code=mailed'
const LINK_OF_CHANGE = '/verify-email?code=mailed.signed'
const INVALID = /^Invalid or expired confirmation link\. Please request a new one\./u
const UNCONFIRMED = { ...SESSION, user: { ...SESSION.user, email_verified: false } }

const main = page.getByRole('main')
const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const title = heading('Confirm your email address')
const confirmed = heading('Your email address is confirmed')
const password = page.getByLabelText('Password of the account', { exact: true })
const confirm = page.getByRole('button', { name: 'Confirm email address' })
const notMe = page.getByRole('button', { name: 'This was not me' })

type Verify = (input: { code: string; password?: string | undefined }) => { ok: true }

function createAnswers(isOwn: boolean) {
  return {
    checkVerification: vi.fn<() => { email: string; is_confirmed: boolean; is_own: boolean }>(() => ({
      email: EMAIL,
      is_confirmed: false,
      is_own: isOwn,
    })),
    verifyEmail: vi.fn<Verify>((input) => {
      if (!isOwn && input.password !== PASSWORD) throw new Refusal('WRONG_PASSWORD')
      return { ok: true }
    }),
    disownEmail: vi.fn<(input: { code: string }) => { ok: true }>(() => ({ ok: true })),
  }
}

interface Options {
  href?: string
  session?: Session | null
  isOwn?: boolean
  appearance?: Appearance
}

async function open({ href = LINK, session = null, isOwn = false, appearance = {} }: Options = {}) {
  const auth = createAnswers(isOwn)
  await openApp(href, { session, api: { auth }, ...appearance })
  return auth
}

it('the logged-in owner confirms an address by one click; opening the link confirms nothing', async () => {
  const auth = await open({ session: UNCONFIRMED, isOwn: true })
  await expect.element(title).toHaveFocus()
  await expect.element(main).toMatchTextContent(`Is ${EMAIL} your email address?`)
  await expect.element(notMe).not.toBeInTheDocument()
  await expect.element(password).not.toBeInTheDocument()
  expect(location.search).toBe('')
  expect(auth.verifyEmail).not.toHaveBeenCalled()
  await pressTwice(confirm)
  await expect.element(confirmed).toHaveFocus()
  expect(auth.verifyEmail.mock.calls).toEqual([[{ code: 'mailed' }]])
})

it('a used link shows no error and does not confirm a second time', async () => {
  const auth = createAnswers(true)
  auth.checkVerification.mockReturnValue({ email: EMAIL, is_confirmed: true, is_own: false })
  await openApp(LINK, { session: null, api: { auth } })
  await expect.element(confirmed).toBeVisible()
})

describe('visitors', () => {
  it('a visitor confirms the address with the account’s password, by keyboard', async () => {
    const auth = await open()
    await expect.element(title).toHaveFocus()
    await userEvent.keyboard('{Tab}')
    await expect.element(password).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(main.getByText('This field is required')).toBeVisible()
    expect(auth.verifyEmail).not.toHaveBeenCalled()
    await password.fill('Wrong-Password-1')
    await userEvent.keyboard('{Enter}')
    await expect.element(main.getByText('The current password is wrong')).toBeVisible()
    await expect.element(password).toHaveFocus()
    await password.fill(PASSWORD)
    await userEvent.keyboard('{Enter}')
    await expect.element(confirmed).toHaveFocus()
    expect(auth.verifyEmail).toHaveBeenLastCalledWith({ code: 'mailed', password: PASSWORD })
  })

  it('a visitor closes an account that was created with their address, after a confirmation', async () => {
    const auth = await open()
    await notMe.click()
    const dialog = page.getByRole('alertdialog', { name: 'Close the account?' })
    await expect.element(dialog).toMatchTextContent(EMAIL)
    await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(notMe).toHaveFocus()
    expect(auth.disownEmail).not.toHaveBeenCalled()
    await notMe.click()
    await dialog.getByRole('button', { name: 'Close the account' }).click()
    await expect.element(heading('The account is closed')).toHaveFocus()
    await expect.element(main).toMatchTextContent(EMAIL)
    expect(auth.disownEmail.mock.calls).toEqual([[{ code: 'mailed' }]])
  })

  it('a visitor removes their address from an account that wanted to use the address', async () => {
    const auth = await open({ href: LINK_OF_CHANGE })
    await notMe.click()
    await page.getByRole('button', { name: 'Keep my address out of it' }).click()
    await expect.element(heading('Your address stays yours')).toHaveFocus()
    expect(auth.disownEmail.mock.calls).toEqual([[{ code: 'mailed.signed' }]])
  })

  it('an invalid link leads a visitor to the login', async () => {
    const auth = createAnswers(false)
    auth.checkVerification.mockImplementation(() => {
      throw new Refusal('VERIFICATION_CODE_INVALID')
    })
    await openApp(LINK, { session: null, api: { auth } })
    await expect.element(main.getByText(INVALID)).toBeVisible()
    await page.getByRole('link', { name: 'Log in to get a new email' }).click()
    await expect.element(heading('Log in to Kundig')).toBeVisible()
    expect(location.pathname).toBe('/login')
  })
})

it('names both accounts if another account is logged in, and needs the password of the link’s account', async () => {
  const auth = await open({ session: UNCONFIRMED })
  await expect
    .element(main)
    .toMatchTextContent(
      `You are logged in as ${UNCONFIRMED.user.email}, but this link confirms ${EMAIL} for a different account.`,
    )
  await password.fill(PASSWORD)
  await confirm.click()
  await expect.element(confirmed).toBeVisible()
  expect(auth.verifyEmail).toHaveBeenLastCalledWith({ code: 'mailed', password: PASSWORD })
})

it.each([
  ['by the click', () => confirm.click()],
  ['by the end of the session', emitSessionEnd],
])('a link that was used elsewhere while its page is open becomes invalid %s', async (_when, notice) => {
  const auth = { ...createAnswers(true), session: vi.fn<() => typeof SESSION | null>(() => UNCONFIRMED) }
  await openApp(LINK, { api: { auth } })
  await expect.element(confirm).toBeVisible()
  const refuse = () => {
    throw new Refusal('VERIFICATION_CODE_INVALID')
  }
  auth.verifyEmail.mockImplementation(refuse)
  auth.checkVerification.mockImplementation(refuse)
  auth.session.mockReturnValue(null)
  await notice()
  await expect.element(main.getByText(INVALID)).toBeVisible()
  await expect.element(confirm).not.toBeInTheDocument()
})

it('a link still works after a failed call', async () => {
  const auth = createAnswers(true)
  const http: HttpAnswers = { 'POST /rpc/auth/checkVerification': () => Response.error() }
  await openApp(LINK, { session: UNCONFIRMED, api: { auth }, http })
  await expect.element(heading('Your email address is not confirmed yet')).toHaveFocus()
  await expect.element(main.getByText('Network error. Please try again.')).toBeVisible()
  delete http['POST /rpc/auth/checkVerification']
  http['POST /rpc/auth/verifyEmail'] = () => Response.error()
  await page.getByRole('button', { name: 'Try again' }).click()
  await confirm.click()
  await expect.element(main.getByText('Network error. Please try again.')).toBeVisible()
  delete http['POST /rpc/auth/verifyEmail']
  await confirm.click()
  await expect.element(confirmed).toBeVisible()
})

describe('the banner on the account page', () => {
  it('resends the confirmation mail once, and disappears when the address is confirmed', async () => {
    let session = UNCONFIRMED
    const requestVerification = vi.fn<() => { ok: true }>(() => ({ ok: true }))
    const { queryClient } = await openApp('/account', {
      api: { auth: { session: () => session, requestVerification } },
    })
    const notice = page.getByRole('region', { name: 'Confirm your email address' })
    await expect.element(notice).toMatchTextContent(UNCONFIRMED.user.email)
    await notice.getByRole('button', { name: 'Send the email again' }).dblClick()
    await expect.element(page.getByText('The email is on its way', { exact: true })).toBeVisible()
    expect(requestVerification).toHaveBeenCalledOnce()
    session = SESSION
    await queryClient.invalidateQueries()
    await expect.element(notice).not.toBeInTheDocument()
  })
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('the password form and the question about closing the account have no violations', async () => {
    await open({ appearance })
    await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
    await expectNoAxeViolations()
    await page.getByRole('button', { name: /^(?:This was not me|Dit was ik niet)$/u }).click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
    await expectNoAxeViolations()
  })
})
