import { page } from 'vitest/browser'

import {
  createRequest,
  DETAILED,
  LONG_NAMED,
  MARIEKE,
  READER,
  WITHOUT_BIO,
} from '../../development/gallery/gallery-data.ts'
import { appTexts } from '../../src/app/shell/app.messages.ts'
import { requestTexts } from '../../src/features/connection-requests/connection-requests.messages.ts'
import { expertsTexts } from '../../src/features/profiles/experts/experts.messages.ts'
import { profilesTexts } from '../../src/features/profiles/profiles.messages.ts'
import { blockMenuTexts } from '../../src/features/safety/block-menu.messages.ts'
import { reportTexts } from '../../src/features/safety/report.messages.ts'
import { thanksTexts } from '../../src/features/waiting-list/waiting-list-thanks.tsx'
import { waitingListTexts } from '../../src/features/waiting-list/waiting-list.messages.ts'
import { routesTexts } from '../../src/routes/routes.messages.ts'
import { sendRequestTexts } from '../../src/routes/send-request.messages.ts'
import {
  dialog,
  fault,
  fillField,
  heading,
  pickTexts,
  press,
  refuse,
  type Screen,
  type Screens,
  submitForm,
  text,
  wait,
  WORD,
} from './screen.ts'

const EXPERTS = [DETAILED, WITHOUT_BIO, LONG_NAMED]
const HARD = [
  {
    ...LONG_NAMED,
    full_name: WORD,
    bio: WORD.repeat(4),
    expertise: { type: 'custom' as const, value: WORD.slice(0, 60) },
    headline: WORD.slice(0, 80),
    town: WORD.slice(0, 80),
  },
  { ...WITHOUT_BIO, full_name: 'عبد الرحمن بن محمد الخوارزمي', bio: 'أصلح المضخات القديمة.' },
]
const createList = (items: typeof EXPERTS) => ({ profiles: { list: () => ({ items, next_cursor: null }) } })
const VISITOR = { at: '/', session: null, api: createList(EXPERTS) } as const
const article = () => page.getByRole('article').first()

const waitingList = (fields: Record<string, string>, consent: boolean) => async (): Promise<void> => {
  for (const [name, value] of Object.entries(fields)) await fillField(name, value)
  await page.getByRole('combobox').last().selectOptions('education')
  if (consent) await page.getByRole('checkbox').click()
  await press(pickTexts(waitingListTexts).join)
}
const IRIS = { full_name: 'Iris Bloem', email: 'iris@kundig.example' }

const publicScreens: Screens = {
  landing: { ...VISITOR, shows: article },
  'landing.logged-in': { at: '/', api: createList(EXPERTS), shows: article },
  'landing.category': { ...VISITOR, at: '/?category=education', shows: article },
  'landing.searching': {
    ...VISITOR,
    api: { profiles: { list: wait } },
    shows: () => text(pickTexts(expertsTexts).loading),
  },
  'landing.search-failed': {
    ...VISITOR,
    isWideOnly: true,
    api: { profiles: { list: refuse() } },
    shows: () => fault('PROFILES_FETCH_FAILED'),
  },
  'landing.nothing-found': {
    ...VISITOR,
    at: '/?q=glass',
    api: createList([]),
    shows: () => text(pickTexts(expertsTexts).noMatchTitle()),
  },
  'landing.menu': {
    ...VISITOR,
    act: async () => {
      const menu = page.getByRole('button', { name: pickTexts(appTexts).openMenu })
      if (menu.query() !== null) await menu.click()
    },
    shows: () => page.getByRole('link', { name: pickTexts(appTexts).logIn }),
  },
  'landing.waiting-list-name': {
    ...VISITOR,
    isWideOnly: true,
    act: waitingList({ ...IRIS, full_name: 'J0hn <3' }, true),
    shows: () => fault('WAITING_NAME_INVALID'),
  },
  'landing.waiting-list-consent': {
    ...VISITOR,
    isWideOnly: true,
    act: waitingList(IRIS, false),
    shows: () => fault('CONSENT_REQUIRED'),
  },
  'landing.waiting-list-failed': {
    ...VISITOR,
    isWideOnly: true,
    api: { ...VISITOR.api, waitingList: { join: refuse() } },
    act: waitingList(IRIS, true),
    shows: () => fault('FORBIDDEN'),
  },
  'landing.waiting-list-joined': {
    ...VISITOR,
    isWideOnly: true,
    api: { ...VISITOR.api, waitingList: { join: () => ({ joined: true as const }) } },
    act: waitingList(IRIS, true),
    shows: () => heading(pickTexts(thanksTexts).title('Iris Bloem')),
  },
  'not-found-route': { ...VISITOR, at: '/no/such/page', shows: article },
}

const PROFILE_PATH = `/profile/${MARIEKE.id}`
const report = async (): Promise<void> => {
  await press(pickTexts(blockMenuTexts).more(MARIEKE.full_name))
  await page.getByRole('menuitem', { name: pickTexts(blockMenuTexts).report }).click()
  await dialog.getByRole('combobox').selectOptions('spam')
  await dialog.getByRole('button', { name: pickTexts(reportTexts).send }).click()
}

const profileScreens: Screens = {
  profile: { at: PROFILE_PATH, session: null, shows: () => heading(MARIEKE.full_name) },
  'profile.details': {
    at: PROFILE_PATH,
    session: null,
    api: { profiles: { get: () => DETAILED } },
    shows: () => text(DETAILED.headline ?? ''),
  },
  'profile.logged-in': { at: PROFILE_PATH, shows: () => heading(MARIEKE.full_name) },
  'profile.own': { at: `/profile/${READER.id}`, shows: () => text(pickTexts(routesTexts).editProfile) },
  'profile.own-private': {
    at: `/profile/${READER.id}`,
    api: { profiles: { get: () => ({ ...READER, is_public: false }) } },
    shows: () => text(pickTexts(profilesTexts).notPublic),
  },
  'profile.not-found': { at: '/profile/01a1be7c-4eb7-720a-8f2b-000000000000', shows: () => fault('PROFILE_NOT_FOUND') },
  'profile.private': {
    at: PROFILE_PATH,
    api: { profiles: { get: refuse('PROFILE_NOT_PUBLIC') } },
    shows: () => fault('PROFILE_NOT_PUBLIC'),
  },
  'bad-input.profile-word': {
    at: PROFILE_PATH,
    api: { profiles: { get: () => ({ ...MARIEKE, ...HARD[0], id: MARIEKE.id }) } },
    shows: () => heading(WORD),
  },
  'safety.report-errors': {
    at: PROFILE_PATH,
    api: { safety: { report: refuse('FIELD_REQUIRED', 'text') } },
    act: report,
    shows: () => dialog.getByText(pickTexts(reportTexts).titleProfile),
  },
  'safety.receipt': {
    at: PROFILE_PATH,
    api: { safety: { report: () => ({ reference: 'K7F2M-9QX4T', is_mailed: true }) } },
    act: report,
    shows: () => text('K7F2M-9QX4T'),
  },
}

const asking = (act: () => Promise<unknown>, shows: Screen['shows'], create: () => never = refuse()): Screen => ({
  at: PROFILE_PATH,
  api: { connectionRequests: { create } },
  act: async () => {
    await press(pickTexts(sendRequestTexts).sendRequestTo(MARIEKE.full_name))
    await act()
  },
  shows,
})
const write =
  (words: string, isSent = false) =>
  async (): Promise<void> => {
    await dialog.getByRole('textbox').fill(words)
    if (isSent) await submitForm()
  }
const REQUESTS = { at: '/dashboard?tab=requests' }
const ALL_ENDS = [
  createRequest(2),
  createRequest(3, { status: 'accepted' }),
  createRequest(4, { status: 'rejected', rejection_reason: 'no_time' }),
  createRequest(5, { sender_id: READER.id, receiver_id: MARIEKE.id }),
  createRequest(6, { sender_id: READER.id, receiver_id: MARIEKE.id, status: 'rejected', withdrawn: true }),
]
const ASKED = {
  pending: () => ({
    items: [createRequest(1, { message: 'Bij ons lekt de kraan. '.repeat(60) }), createRequest(7)],
    total: 2,
  }),
  history: () => ({ items: ALL_ENDS, next_cursor: null }),
}
const decide = (name: 'accept' | 'reject') => () =>
  page
    .getByRole('button', { name: pickTexts(requestTexts)[name] })
    .first()
    .click()

const memberScreens: Screens = {
  explore: { at: '/dashboard', api: createList(EXPERTS), shows: article },
  'explore.searching': {
    at: '/dashboard',
    api: { profiles: { list: wait } },
    shows: () => text(pickTexts(expertsTexts).loading),
  },
  'explore.nothing-found': {
    at: '/dashboard?category=education',
    api: createList([]),
    shows: () => page.getByRole('button', { name: pickTexts(expertsTexts).showEveryone }),
  },
  'explore.failed': {
    at: '/dashboard',
    api: { profiles: { list: refuse() } },
    shows: () => fault('PROFILES_FETCH_FAILED'),
  },
  'bad-input.explore': { at: '/dashboard', api: createList(HARD), shows: () => text(WORD) },
  'onboarding.failed': { at: '/dashboard?error=stripe-onboarding-failed', shows: () => fault('ONBOARDING_UNFINISHED') },
  'onboarding.error': { at: '/dashboard?error=stripe-error', shows: () => page.getByRole('alert').first() },
  'request-dialog.empty': { ...asking(submitForm, () => fault('MESSAGE_EMPTY')), isWideOnly: true },
  'request-dialog.written': asking(write('May I ask you something?'), () => dialog),
  'request-dialog.too-long': asking(write('Every sentence counts. '.repeat(120), true), () =>
    fault('MESSAGE_TOO_LONG'),
  ),
  'request-dialog.failed': asking(write('May I ask you something?', true), () => fault('FORBIDDEN')),
  requests: {
    ...REQUESTS,
    api: { connectionRequests: ASKED },
    shows: () => page.getByText(pickTexts(requestTexts).showAll),
  },
  'requests.history': {
    ...REQUESTS,
    api: { connectionRequests: { ...ASKED, pending: () => ({ items: [], total: 0 }) } },
    shows: () => page.getByText(pickTexts(requestTexts).pendingEmptyTitle),
  },
  'requests.empty': { ...REQUESTS, shows: () => page.getByText(pickTexts(requestTexts).historyEmptyTitle) },
  'requests.failed': {
    ...REQUESTS,
    api: { connectionRequests: { pending: refuse(), history: refuse() } },
    shows: () => page.getByText(pickTexts(requestTexts).historyFailed),
  },
  'requests.loading': {
    ...REQUESTS,
    api: { connectionRequests: { pending: wait } },
    shows: () => text(pickTexts(requestTexts).loading),
  },
  'requests.rejected': {
    ...REQUESTS,
    api: { connectionRequests: { ...ASKED, reject: () => createRequest(1, { status: 'rejected' }) } },
    act: decide('reject'),
    shows: () => text(pickTexts(requestTexts).rejected(MARIEKE.full_name)),
  },
}

export const peopleScreens: Screens = { ...publicScreens, ...profileScreens, ...memberScreens }
