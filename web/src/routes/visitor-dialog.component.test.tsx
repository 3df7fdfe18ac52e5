import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'

import type { Session } from '@kundig/contract/auth/auth.contract'
import { buildSignInLink } from '@kundig/contract/auth/sign-in-code'
import type { SentQuestion } from '@kundig/contract/connection-requests/connection-requests.contract'
import { Refusal } from '@kundig/contract/errors'
import { buildErrorBody } from '@kundig/contract/errors/error-body'
import { APPEARANCES, type Appearance } from '@kundig/testing/browser/appearances'

import { createRequest, MARIEKE, READER, SESSION } from '../../development/gallery/gallery-data.ts'
import { openApp } from '../../test/component/open-app.tsx'
import { pressTwice } from '../../test/component/press-twice.ts'
import { expectNoAxeViolations } from '../../test/component/violations.ts'
import { reportOutcome } from '../features/auth/google/google-window.ts'
import { forgetDrafts } from '../platform/state/draft-store.ts'

const ID = '01990000-0000-7000-8000-000000000001'
const EMAIL = 'noor@kundig.example'
const TEXT = 'Do you mend window frames?'
const PROFILE = `/profile/${MARIEKE.id}`
const LINK = buildSignInLink({ email: EMAIL, code: '123456', question: ID })
const NEW: Session = {
  ...SESSION,
  has_profile: false,
  user: { ...SESSION.user, has_password: false, suggested_name: 'Noor Haddad' },
}
const SENT = createRequest(1, { id: ID, sender_id: READER.id, receiver_id: MARIEKE.id, message: TEXT })
const UNSENT: SentQuestion = {
  request: null,
  unsent: { receiver_id: MARIEKE.id, message: TEXT, because: 'NOT_TAKING_REQUESTS' },
}

const main = page.getByRole('main')
const dialog = page.getByRole('dialog')
const openDialog = page.getByRole('button', { name: `Send Request to ${MARIEKE.full_name}` })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const question = dialog.getByRole('textbox', { name: 'Your question' })
const code = dialog.getByRole('textbox', { name: 'Code from the email' })

beforeEach(() => forgetDrafts(''))

async function open(
  href: string,
  {
    answer = { request: SENT, unsent: null },
    appearance = {},
  }: { answer?: SentQuestion; appearance?: Appearance } = {},
) {
  let now: Session | null = null
  let isHeldBack = false
  const ask = vi.fn<(input: object) => { id: string }>(() => ({ id: ID }))
  const sendQuestion = vi.fn<(input: { id: string; kept?: object | undefined }) => SentQuestion>(() => answer)
  const bodies: unknown[] = []
  const signIn = async (request: Request): Promise<Response> => {
    const body: unknown = await request.json()
    bodies.push(body)
    if (!JSON.stringify(body).includes('123456'))
      return Response.json(buildErrorBody('SIGN_IN_CODE_INVALID'), { status: 400 })
    now = SESSION
    return Response.json({ ok: true })
  }
  const { screen, router } = await openApp(href, {
    session: null,
    api: {
      auth: {
        session: () => now && { ...now, has_profile: now.has_profile || sendQuestion.mock.calls.length > 0 },
        providers: () => ({ google: true, dev_mail: false }),
        secondFactorAsked: () => ({ is_asked: isHeldBack }),
      },
      connectionRequests: {
        ask,
        sendQuestion,
        waiting: () => ({ items: sendQuestion.mock.calls.length > 0 ? [SENT] : [] }),
        allowance: () => ({ left_today: 5, daily: 5, next_at: null, left_open: 10, open_max: 10, again: null }),
        history: () => ({ items: [SENT], next_cursor: null }),
      },
    },
    http: {
      'POST /api/auth/sign-in/code': signIn,
      'POST /api/auth/sign-in/email': () => {
        now = SESSION
        return Response.json({})
      },
    },
    ...appearance,
  })
  const signInWithGoogle = (session: Session | null = NEW): void => {
    now = session
    isHeldBack = session === null
    reportOutcome({ ok: true })
  }
  return { screen, router, ask, sendQuestion, bodies, signInWithGoogle }
}

async function fillIn(): Promise<void> {
  await openDialog.click()
  await question.fill(TEXT)
  await dialog.getByLabelText('Your name').fill('Noor')
  await dialog.getByLabelText('Email').fill(EMAIL)
}

it('a visitor sends a question after confirming the mail address with a code', async () => {
  const { ask, sendQuestion, bodies } = await open(PROFILE)
  await openDialog.click()
  await button('Send').click()
  await expect.element(question).toHaveFocus()
  await expect.element(dialog.getByText('Name is required')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await fillIn()
  await pressTwice(button('Send'))
  await expect
    .element(dialog.getByText(`Check your mail: your question goes to ${MARIEKE.full_name} as soon as you confirm.`))
    .toHaveFocus()
  expect(ask.mock.calls).toEqual([[{ receiver_id: MARIEKE.id, message: TEXT, full_name: 'Noor', email: EMAIL }]])
  await code.fill('654 321')
  await button('Confirm and send').click()
  await expect.element(code).toHaveFocus()
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(main.getByText(`You asked ${MARIEKE.full_name}`)).toBeVisible()
  expect(bodies.at(-1)).toEqual({ email: EMAIL, code: '123456', question: ID })
  expect(sendQuestion).toHaveBeenCalledWith({ id: ID })
})

it('keeps the code field after a reload, and the typed text when the address is changed', async () => {
  const { screen } = await open(PROFILE)
  await fillIn()
  await button('Send').click()
  await expect.element(code).toBeVisible()
  await screen.unmount()
  await open(PROFILE)
  await openDialog.click()
  await expect.element(code).toBeVisible()
  await button('Change or send again').click()
  await expect.element(question).toHaveValue(TEXT)
  await expect.element(dialog.getByLabelText('Email')).toHaveValue(EMAIL)
})

it('keeps a refused question, and names the invalid field', async () => {
  const { ask } = await open(PROFILE)
  await fillIn()
  ask.mockImplementationOnce(() => {
    throw new Refusal('NAME_RESERVED', 'full_name')
  })
  await button('Send').click()
  await expect.element(dialog.getByLabelText('Your name')).toHaveFocus()
  ask.mockImplementationOnce(() => {
    throw new Refusal('TOO_MANY_ATTEMPTS')
  })
  await button('Send').click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(question).toHaveValue(TEXT)
})

it('leads a visitor who logs in back to the profile, with the typed text', async () => {
  const { router } = await open(PROFILE)
  await fillIn()
  await button('Log in').click()
  await page.getByLabelText('Email').fill(READER.email)
  await page.getByLabelText('Password', { exact: true }).fill('a long password')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: MARIEKE.full_name, level: 1 })).toBeVisible()
  expect(router.state.location.href).toBe(PROFILE)
  await openDialog.click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue(TEXT)
})

describe('Google instead of an address', () => {
  const google = dialog.getByRole('button', { name: 'Continue with Google' })
  const kept = { receiver_id: MARIEKE.id, message: TEXT, full_name: 'Noor Haddad' }

  beforeEach(() => {
    vi.spyOn(window, 'open').mockImplementation(() => ({ closed: false }) as Window)
    return () => vi.restoreAllMocks()
  })

  it('asks for a question before opening Google, then sends the question under the account’s name', async () => {
    const { sendQuestion, signInWithGoogle, router } = await open(PROFILE)
    await openDialog.click()
    await google.click()
    await expect.element(question).toHaveFocus()
    await expect.element(dialog.getByText('Name is required')).not.toBeInTheDocument()
    expect(window.open).not.toHaveBeenCalled()
    await question.fill(TEXT)
    await google.click()
    signInWithGoogle()
    await expect.element(main.getByText(`You asked ${MARIEKE.full_name}`)).toBeVisible()
    expect(sendQuestion.mock.calls[0]).toEqual([{ id: expect.any(String) as string, kept }])
    // All calls for one question use the same id.
    expect(new Set(sendQuestion.mock.calls.map(([{ id }]) => id)).size).toBe(1)
    expect(router.state.location.href).toBe('/dashboard?tab=requests')
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('draft'))).toEqual([])
  })

  it('keeps the typed question and name after the Google sign-in is cancelled', async () => {
    const { sendQuestion, signInWithGoogle } = await open(PROFILE)
    await fillIn()
    await google.click()
    reportOutcome({ code: 'GOOGLE_CANCELLED' })
    await expect.element(page.getByText('Google sign-in was cancelled', { exact: true })).toBeVisible()
    await expect.element(question).toHaveValue(TEXT)
    await google.click()
    signInWithGoogle()
    await expect.poll(() => sendQuestion.mock.calls[0]?.[0].kept).toEqual({ ...kept, full_name: 'Noor' })
  })

  it('restores the typed question after the server refused the question', async () => {
    const { signInWithGoogle } = await open(PROFILE, { answer: UNSENT })
    await fillIn()
    await google.click()
    signInWithGoogle()
    await expect.element(page.getByRole('heading', { name: 'Your question was not sent' })).toHaveFocus()
    await expect.element(main.getByText(TEXT)).toBeVisible()
  })

  it('restores the typed question after the server refused the name', async () => {
    const { signInWithGoogle, sendQuestion } = await open(PROFILE)
    sendQuestion.mockImplementation(() => {
      throw new Refusal('NAME_RESERVED', 'full_name')
    })
    await fillIn()
    await google.click()
    signInWithGoogle()
    await expect.element(page.getByRole('heading', { name: 'Your question was not sent' })).toBeVisible()
    await expect.element(main.getByText(TEXT)).toBeVisible()
  })

  it('asks for the second factor before sending the question', async () => {
    const { signInWithGoogle, sendQuestion } = await open(PROFILE)
    await fillIn()
    await google.click()
    signInWithGoogle(null)
    await expect.element(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    expect(sendQuestion).not.toHaveBeenCalled()
  })
})

describe('a question’s confirmation link', () => {
  it('sends the question once, and only when the button is pressed', async () => {
    const { bodies, router } = await open(LINK)
    await expect.element(page.getByRole('heading', { name: 'Send your question' })).toHaveFocus()
    expect(bodies).toEqual([])
    await pressTwice(button('Confirm and send'))
    await expect.element(main.getByText(`You asked ${MARIEKE.full_name}`)).toBeVisible()
    expect(bodies).toEqual([{ email: EMAIL, code: '123456', question: ID }])
    expect(router.state.location.href).toBe('/dashboard?tab=requests')
  })

  it('shows an explanation if the link was already used', async () => {
    await open(buildSignInLink({ email: EMAIL, code: '999999', question: ID }))
    await button('Confirm and send').click()
    await expect.element(main.getByText(/^This link was used, or is older than 24 hours\./u)).toBeVisible()
  })
})

it('shows the text of a question that cannot be sent, with the reason', async () => {
  await open(LINK, { answer: UNSENT })
  await button('Confirm and send').click()
  await expect.element(page.getByRole('heading', { name: 'Your question was not sent' })).toHaveFocus()
  await expect.element(main).toMatchTextContent('This person is not taking requests right now.')
  await expect.element(main.getByText(TEXT)).toBeVisible()
  await expect.element(button('Copy')).toBeVisible()
})

describe.each(APPEARANCES)('accessibility (%s)', (_name, appearance) => {
  it('the dialog and the confirmation page have no violations', async () => {
    const { screen } = await open(PROFILE, { appearance: { ...appearance, width: 375 } })
    await page.getByRole('button', { name: /(?:Send Request to|Verzoek sturen naar) Marieke/u }).click()
    await expect.element(dialog).toBeVisible()
    await expectNoAxeViolations()
    await screen.unmount()
    await open(LINK, { answer: UNSENT, appearance: { ...appearance, width: 375 } })
    await expect.element(main.getByRole('heading', { level: 1 })).toHaveFocus()
    await expectNoAxeViolations()
  })
})
