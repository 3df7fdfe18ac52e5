import { page } from 'vitest/browser'

import { buildSignInLink } from '@kundig/contract/auth/sign-in-code'
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
  fillField,
  heading,
  pickTexts,
  press,
  question,
  refuse,
  type Screen,
  type Screens,
  submitForm,
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
  await fillField('email', email)
  await fillField('password', STRONG)
  await submitForm()
}

const LINK = buildSignInLink({ email, code: '123456' })

const CODE_SENT = {
  ...VISITOR,
  at: '/login#code',
  api: { auth: { ...VISITOR.api.auth, requestSignInCode: done } },
  act: async (): Promise<void> => {
    await fillField('email', email)
    await submitForm()
    await page.getByLabelText(pickTexts(signInCodeTexts).code).findElement()
  },
}

const signUp = (password?: string) => async (): Promise<void> => {
  await press(pickTexts(authTexts).toSignUp)
  if (password === undefined) return submitForm()
  return fillField('password', password)
}

const reset = (rest: Omit<Screen, 'at'>): Screen => ({
  ...VISITOR,
  at: '/reset-password?oobCode=a-code',
  ...rest,
  api: { auth: { ...VISITOR.api.auth, verifyResetCode: () => ({ ok: true, email }), ...rest.api?.auth } },
})
const chooseAnother = (confirmation: string) => async (): Promise<void> => {
  await page.getByLabelText(pickTexts(passwordTexts).newPassword).fill(STRONG)
  await page.getByLabelText(pickTexts(passwordTexts).confirmPassword).fill(confirmation)
  await submitForm()
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
const notMe = () => press(pickTexts(verifyEmailTexts).notMe)
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
    shows: () => page.getByRole('button', { name: pickTexts(googleTexts).continueWithGoogle }),
  },
  'login.errors': { ...VISITOR, at: '/login', act: submitForm, shows: () => fault('FIELD_REQUIRED') },
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
  'login.from-dashboard': { ...VISITOR, at: '/dashboard', shows: () => heading(pickTexts(authTexts).signInTitle) },
  'login.code': { ...VISITOR, at: '/login#code', shows: () => heading(pickTexts(signInCodeTexts).title) },
  'login.code-sent': { ...CODE_SENT, shows: () => page.getByLabelText(pickTexts(signInCodeTexts).code) },
  'login.code-wrong': {
    ...CODE_SENT,
    http: {
      'POST /api/auth/sign-in/code': () => Response.json(buildErrorBody('SIGN_IN_CODE_INVALID'), { status: 400 }),
    },
    act: async () => {
      await CODE_SENT.act()
      await page.getByLabelText(pickTexts(signInCodeTexts).code).fill('123456')
      await submitForm()
    },
    shows: () => fault('SIGN_IN_CODE_INVALID'),
  },
  'sign-in-code': { ...VISITOR, at: LINK, shows: () => heading(pickTexts(signInCodeTexts).linkTitle) },
  'sign-in-code.invalid': {
    ...VISITOR,
    at: '/sign-in-code',
    shows: () => heading(pickTexts(passwordTexts).invalidTitle),
  },
  'login.second-step': secondStep({ shows: () => heading(pickTexts(secondFactorTexts).stepTitle) }),
  'login.second-step-wrong': secondStep({
    api: {
      auth: {
        giveSecondFactor: refuse('SECOND_FACTOR_WRONG', 'code'),
      },
    },
    act: async () => {
      await page.getByLabelText(pickTexts(secondFactorTexts).code).fill('000000')
      await submitForm()
    },
    shows: () => fault('SECOND_FACTOR_WRONG'),
  }),
  'login.recovery-code': secondStep({
    act: () => press(pickTexts(secondFactorTexts).useRecovery),
    shows: () => text(pickTexts(secondFactorTexts).recoveryLead),
  }),
  'sign-up': { ...VISITOR, at: '/login#sign-up', shows: () => heading(pickTexts(authTexts).signUpTitle) },
  'sign-up.errors': { ...VISITOR, at: '/login', act: signUp(), shows: () => fault('FIELD_REQUIRED') },
  'sign-up.weak': { ...VISITOR, at: '/login', act: signUp('abc'), shows: () => text(pickTexts(authTexts).weak) },
  'sign-up.medium': {
    ...VISITOR,
    at: '/login',
    act: signUp('Abcdefg1'),
    shows: () => text(pickTexts(authTexts).medium),
  },
  'sign-up.strong': { ...VISITOR, at: '/login', act: signUp(STRONG), shows: () => text(pickTexts(authTexts).strong) },
  'forgot-password': { ...VISITOR, at: '/forgot-password', shows: () => heading(pickTexts(passwordTexts).forgotTitle) },
  'forgot-password.errors': {
    ...VISITOR,
    at: '/forgot-password',
    act: submitForm,
    shows: () => fault('FIELD_REQUIRED'),
  },
  'forgot-password.check-your-mail': {
    ...VISITOR,
    at: '/forgot-password',
    api: { auth: { ...VISITOR.api.auth, requestReset: done } },
    act: async () => {
      await fillField('email', email)
      await submitForm()
    },
    shows: () => heading(pickTexts(passwordTexts).checkTitle),
  },
  'reset-password': reset({ shows: () => heading(pickTexts(passwordTexts).resetTitle) }),
  'reset-password.checking': reset({
    api: { auth: { verifyResetCode: wait } },
    shows: () => text(pickTexts(passwordTexts).verifyingReset),
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
    shows: () => heading(pickTexts(passwordTexts).invalidTitle),
  },
  'verify-email': verify({
    session: SESSION,
    is: { is_own: true },
    shows: () => heading(pickTexts(verifyEmailTexts).title),
  }),
  'verify-email.confirmed': verify({
    is: { is_confirmed: true },
    shows: () => heading(pickTexts(verifyEmailTexts).confirmedTitle),
  }),
  'verify-email.by-password': verify({ shows: () => page.getByLabelText(pickTexts(verifyEmailTexts).password) }),
  'verify-email.as-another': verify({
    session: SESSION,
    shows: () => text(pickTexts(verifyEmailTexts).leadAsOther(email, email)),
  }),
  'verify-email.wrong-password': verify({
    api: {
      auth: {
        verifyEmail: refuse('WRONG_PASSWORD', 'password'),
      },
    },
    act: async () => {
      await fillField('password', STRONG)
      await submitForm()
    },
    shows: () => fault('WRONG_PASSWORD'),
  }),
  'verify-email.not-me': verify({
    act: notMe,
    shows: () => question.getByText(pickTexts(verifyEmailTexts).closeTitle),
  }),
  'verify-email.closed': verify({ act: confirmNotMe, shows: () => heading(pickTexts(verifyEmailTexts).closedTitle) }),
  'verify-email.change-not-me': {
    ...verify({ act: notMe, shows: () => question.getByText(pickTexts(verifyEmailTexts).keepTitle) }),
    at: '/verify-email?code=signed.code',
  },
  'verify-email.change-kept': {
    ...verify({ act: confirmNotMe, shows: () => heading(pickTexts(verifyEmailTexts).keptTitle) }),
    at: '/verify-email?code=signed.code',
  },
  'verify-email.invalid': {
    ...VISITOR,
    at: '/verify-email',
    shows: () => heading(pickTexts(verifyEmailTexts).invalidTitle),
  },
  'verify-email.failed': verify({
    api: { auth: { checkVerification: refuse() } },
    shows: () => heading(pickTexts(verifyEmailTexts).unconfirmedTitle),
  }),
  'safety.suspended': restrict('suspended', { shows: () => heading(pickTexts(statementsTexts).title) }),
  'safety.banned': restrict('banned', { shows: () => heading(pickTexts(statementsTexts).title) }),
  'safety.objecting': restrict('suspended', {
    act: () => press(pickTexts(statementsTexts).object),
    shows: () => page.getByLabelText(pickTexts(statementsTexts).text),
  }),
}
