import { page } from 'vitest/browser'

import { signInLink } from '@kundig/contract/auth/sign-in-code'
import { buildErrorBody } from '@kundig/contract/errors/error-body'

import { READER, SESSION } from '../../development/gallery/gallery-data.ts'
import { authTexts } from '../../src/features/auth/auth.messages.ts'
import { verifyEmailTexts } from '../../src/features/auth/email/verify-email.messages.ts'
import { googleTexts } from '../../src/features/auth/google/google.messages.ts'
import { passwordTexts } from '../../src/features/auth/password.messages.ts'
import { secondFactorTexts } from '../../src/features/auth/second-factor/second-factor.messages.ts'
import { signInCodeTexts } from '../../src/features/auth/sign-in-code/sign-in-code.messages.ts'
import { statementsTexts } from '../../src/features/safety/statements.messages.ts'
import {
  fault,
  fill,
  heading,
  inWords,
  press,
  question,
  refuse,
  type Screen,
  type Screens,
  submit,
  text,
  wait,
} from './screen.ts'

const { email } = READER
const STRONG = 'Abcdefg1!'
const done = (): { ok: true } => ({ ok: true })

const VISITOR = {
  session: null,
  api: { auth: { providers: () => ({ google: true, dev_mail: true }), commonPasswords: () => ({ digests: [] }) } },
} as const

const logIn = async (): Promise<void> => {
  await fill('email', email)
  await fill('password', STRONG)
  await submit()
}

const LINK = signInLink({ email, code: '123456' })

const CODE_SENT = {
  ...VISITOR,
  at: '/login#code',
  api: { auth: { ...VISITOR.api.auth, requestSignInCode: done } },
  act: async (): Promise<void> => {
    await fill('email', email)
    await submit()
    await page.getByLabelText(inWords(signInCodeTexts).code).findElement()
  },
}

const signUp = (password?: string) => async (): Promise<void> => {
  await press(inWords(authTexts).toSignUp)
  if (password === undefined) return submit()
  return fill('password', password)
}

const reset = (rest: Omit<Screen, 'at'>): Screen => ({
  ...VISITOR,
  at: '/reset-password?oobCode=a-code',
  ...rest,
  api: { auth: { ...VISITOR.api.auth, verifyResetCode: () => ({ ok: true, email }), ...rest.api?.auth } },
})
const chooseAnother = (confirmation: string) => async (): Promise<void> => {
  await page.getByLabelText(inWords(passwordTexts).newPassword).fill(STRONG)
  await page.getByLabelText(inWords(passwordTexts).confirmPassword).fill(confirmation)
  await submit()
}

const verify = ({
  is = {},
  ...rest
}: Omit<Screen, 'at'> & { is?: { is_confirmed?: boolean; is_own?: boolean } }): Screen => ({
  ...VISITOR,
  at: '/verify-email?code=a-code',
  ...rest,
  api: {
    auth: {
      ...VISITOR.api.auth,
      checkVerification: () => ({ email, is_confirmed: false, is_own: false, ...is }),
      disownEmail: done,
      ...rest.api?.auth,
    },
  },
})
const notMe = () => press(inWords(verifyEmailTexts).notMe)
const confirmNotMe = async (): Promise<void> => {
  await notMe()
  await question.getByRole('button').last().click()
}

const RESTRICTED = {
  decision_id: READER.id,
  kind: 'suspend',
  facts: 'You asked three people to pay you outside Kundig, after you had been warned.',
  ground: 'Our rules, part 3: payments',
  automated: false,
  until: '2099-01-01T00:00:00.000Z',
  answers: null,
  created_at: READER.created_at,
  objection: null,
  may_object: true,
} as const

const restrict = (state: 'suspended' | 'banned', rest: Omit<Screen, 'at'>): Screen => ({
  at: '/login',
  session: null,
  api: {
    auth: {
      secondFactorAsked: () => ({
        is_asked: false,
        restriction: { state, until: state === 'banned' ? null : RESTRICTED.until },
      }),
    },
    safety: { statements: () => ({ items: [{ ...RESTRICTED, kind: state === 'banned' ? 'ban' : 'suspend' }] }) },
  },
  ...rest,
})

const secondStep = (rest: Omit<Screen, 'at'>): Screen => ({
  at: '/login',
  session: null,
  ...rest,
  api: { auth: { secondFactorAsked: () => ({ is_asked: true }), ...rest.api?.auth } },
})

export const authScreens: Screens = {
  login: {
    ...VISITOR,
    at: '/login',
    shows: () => page.getByRole('button', { name: inWords(googleTexts).continueWithGoogle }),
  },
  'login.errors': { ...VISITOR, at: '/login', act: submit, shows: () => fault('FIELD_REQUIRED') },
  'login.failed': {
    ...VISITOR,
    at: '/login',
    http: { 'POST /api/auth/sign-in/email': () => new Response('{}', { status: 401 }) },
    act: logIn,
    shows: () => fault('AUTHENTICATION_FAILED'),
  },
  'login.too-many': {
    ...VISITOR,
    at: '/login',
    http: { 'POST /api/auth/sign-in/email': () => new Response('{}', { status: 429 }) },
    act: logIn,
    shows: () => fault('TOO_MANY_ATTEMPTS'),
  },
  'login.from-dashboard': { ...VISITOR, at: '/dashboard', shows: () => heading(inWords(authTexts).signInTitle) },
  'login.code': { ...VISITOR, at: '/login#code', shows: () => heading(inWords(signInCodeTexts).title) },
  'login.code-sent': { ...CODE_SENT, shows: () => page.getByLabelText(inWords(signInCodeTexts).code) },
  'login.code-wrong': {
    ...CODE_SENT,
    http: {
      'POST /api/auth/sign-in/code': () => Response.json(buildErrorBody('SIGN_IN_CODE_INVALID'), { status: 400 }),
    },
    act: async () => {
      await CODE_SENT.act()
      await page.getByLabelText(inWords(signInCodeTexts).code).fill('123456')
      await submit()
    },
    shows: () => fault('SIGN_IN_CODE_INVALID'),
  },
  'sign-in-code': { ...VISITOR, at: LINK, shows: () => heading(inWords(signInCodeTexts).linkTitle) },
  'sign-in-code.invalid': {
    ...VISITOR,
    at: '/sign-in-code',
    shows: () => heading(inWords(passwordTexts).invalidTitle),
  },
  'login.second-step': secondStep({ shows: () => heading(inWords(secondFactorTexts).stepTitle) }),
  'login.second-step-wrong': secondStep({
    api: {
      auth: {
        giveSecondFactor: refuse('SECOND_FACTOR_WRONG', 'code'),
      },
    },
    act: async () => {
      await page.getByLabelText(inWords(secondFactorTexts).code).fill('000000')
      await submit()
    },
    shows: () => fault('SECOND_FACTOR_WRONG'),
  }),
  'login.recovery-code': secondStep({
    act: () => press(inWords(secondFactorTexts).useRecovery),
    shows: () => text(inWords(secondFactorTexts).recoveryLead),
  }),
  'sign-up': { ...VISITOR, at: '/login#sign-up', shows: () => heading(inWords(authTexts).signUpTitle) },
  'sign-up.errors': { ...VISITOR, at: '/login', act: signUp(), shows: () => fault('FIELD_REQUIRED') },
  'sign-up.weak': { ...VISITOR, at: '/login', act: signUp('abc'), shows: () => text(inWords(authTexts).weak) },
  'sign-up.medium': { ...VISITOR, at: '/login', act: signUp('Abcdefg1'), shows: () => text(inWords(authTexts).medium) },
  'sign-up.strong': { ...VISITOR, at: '/login', act: signUp(STRONG), shows: () => text(inWords(authTexts).strong) },
  'forgot-password': { ...VISITOR, at: '/forgot-password', shows: () => heading(inWords(passwordTexts).forgotTitle) },
  'forgot-password.errors': { ...VISITOR, at: '/forgot-password', act: submit, shows: () => fault('FIELD_REQUIRED') },
  'forgot-password.check-your-mail': {
    ...VISITOR,
    at: '/forgot-password',
    api: { auth: { ...VISITOR.api.auth, requestReset: done } },
    act: async () => {
      await fill('email', email)
      await submit()
    },
    shows: () => heading(inWords(passwordTexts).checkTitle),
  },
  'reset-password': reset({ shows: () => heading(inWords(passwordTexts).resetTitle) }),
  'reset-password.checking': reset({
    api: { auth: { verifyResetCode: wait } },
    shows: () => text(inWords(passwordTexts).verifyingReset),
  }),
  'reset-password.errors': reset({ act: chooseAnother('Abcdefg1'), shows: () => fault('PASSWORDS_DIFFER') }),
  'reset-password.failed': reset({
    api: { auth: { confirmReset: refuse('TOO_MANY_ATTEMPTS') } },
    act: chooseAnother(STRONG),
    shows: () => fault('TOO_MANY_ATTEMPTS'),
  }),
  'reset-password.invalid': {
    ...VISITOR,
    at: '/reset-password',
    shows: () => heading(inWords(passwordTexts).invalidTitle),
  },
  'verify-email': verify({
    session: SESSION,
    is: { is_own: true },
    shows: () => heading(inWords(verifyEmailTexts).title),
  }),
  'verify-email.confirmed': verify({
    is: { is_confirmed: true },
    shows: () => heading(inWords(verifyEmailTexts).confirmedTitle),
  }),
  'verify-email.by-password': verify({ shows: () => page.getByLabelText(inWords(verifyEmailTexts).password) }),
  'verify-email.as-another': verify({
    session: SESSION,
    shows: () => text(inWords(verifyEmailTexts).leadAsOther(email, email)),
  }),
  'verify-email.wrong-password': verify({
    api: {
      auth: {
        verifyEmail: refuse('WRONG_PASSWORD', 'password'),
      },
    },
    act: async () => {
      await fill('password', STRONG)
      await submit()
    },
    shows: () => fault('WRONG_PASSWORD'),
  }),
  'verify-email.not-me': verify({ act: notMe, shows: () => question.getByText(inWords(verifyEmailTexts).closeTitle) }),
  'verify-email.closed': verify({ act: confirmNotMe, shows: () => heading(inWords(verifyEmailTexts).closedTitle) }),
  'verify-email.change-not-me': {
    ...verify({ act: notMe, shows: () => question.getByText(inWords(verifyEmailTexts).keepTitle) }),
    at: '/verify-email?code=signed.code',
  },
  'verify-email.change-kept': {
    ...verify({ act: confirmNotMe, shows: () => heading(inWords(verifyEmailTexts).keptTitle) }),
    at: '/verify-email?code=signed.code',
  },
  'verify-email.invalid': {
    ...VISITOR,
    at: '/verify-email',
    shows: () => heading(inWords(verifyEmailTexts).invalidTitle),
  },
  'verify-email.failed': verify({
    api: { auth: { checkVerification: refuse() } },
    shows: () => heading(inWords(verifyEmailTexts).unconfirmedTitle),
  }),
  'safety.suspended': restrict('suspended', { shows: () => heading(inWords(statementsTexts).title) }),
  'safety.banned': restrict('banned', { shows: () => heading(inWords(statementsTexts).title) }),
  'safety.objecting': restrict('suspended', {
    act: () => press(inWords(statementsTexts).object),
    shows: () => page.getByLabelText(inWords(statementsTexts).text),
  }),
}
