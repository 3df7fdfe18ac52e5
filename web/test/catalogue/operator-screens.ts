import { page } from 'vitest/browser'

import type { Books } from '@kundig/contract/operations/books.contract'
import { FIGURES } from '@kundig/contract/operations/figure-names'
import { BACKLOGS, FAILURES, RESOURCES } from '@kundig/contract/operations/health-kinds'
import type { PersonAccount } from '@kundig/contract/operations/people.contract'
import type { RefundablePayment } from '@kundig/contract/operations/refunds.contract'
import { SITE_PAGES } from '@kundig/contract/operations/site-pages'
import { DEFAULT_SETTINGS } from '@kundig/contract/site/site-settings'

import { MARIEKE, READER, ROOM } from '../../development/gallery/gallery-data.ts'
import { booksTexts } from '../../src/features/operations/books/books.messages.ts'
import { operationsTexts } from '../../src/features/operations/operations.messages.ts'
import { categoriesTexts } from '../../src/features/operations/settings/categories/categories.messages.ts'
import type { ProcedureAnswers } from '../component/fake-api.ts'
import { dialog, fault, heading, pickTexts, press, refuse, type Screen, type Screens, text } from './screen.ts'

const AT = READER.created_at
const SELLER = { id: MARIEKE.id, name: MARIEKE.full_name }
const BUYER = { id: READER.id, name: READER.full_name }
const none = { items: [], next_cursor: null }

const AMOUNTS = {
  payments: 8500,
  fee: 425,
  stripe_cost: -153,
  refunds: -1200,
  fee_returned: 0,
  disputes: 0,
  transfers: -8075,
  payouts: 0,
  other: 0,
  change: -928,
}
const NO_AMOUNTS: Books['total'] = {
  ...AMOUNTS,
  payments: 0,
  fee: 0,
  stripe_cost: 0,
  refunds: 0,
  transfers: 0,
  change: 0,
  payments_count: 0,
}
const BOOKS: Books = {
  time_zone: 'Europe/Amsterdam',
  currency: 'eur',
  rows: Array.from({ length: 20 }, (_, place) => ({
    ...AMOUNTS,
    period: `2026-03-${String(place + 1).padStart(2, '0')}`,
    payments_count: 1,
    balance: 51_234 - place * 928,
    difference: place > 17 ? 1250 : 0,
  })),
  total: { ...AMOUNTS, payments_count: 20 },
  looks: [
    {
      currency: 'eur',
      looked_at: AT,
      expected: 51_234,
      actual: 49_984,
      counts: true,
      agreed_at: AT,
      suspects: ['txn_3Pq8'],
    },
  ],
  unknown_payments: [
    {
      id: ROOM.id,
      stripe_charge_id: 'ch_1',
      stripe_payment_intent_id: 'pi_1',
      amount: 4200,
      currency: 'eur',
      state: 'open',
      outcome: null,
      created_at: AT,
      decided_at: null,
    },
  ],
  unknown_types: [],
}
const CASE = {
  id: ROOM.id,
  category: 'scam' as const,
  report_count: 2,
  opened_at: AT,
  decided_at: null,
  subject: { kind: 'profile' as const, id: MARIEKE.id, seq: null },
  about_id: MARIEKE.id,
  assigned_to: null,
  is_free: true,
  measures: ['nothing' as const, 'warn' as const, 'suspend' as const],
}
const DAYS = Array.from({ length: 30 }, (_, place) => `2026-03-${String(place + 1).padStart(2, '0')}`)
const PAYMENT: RefundablePayment = {
  id: ROOM.id,
  seller: SELLER,
  buyer: BUYER,
  amount: 8500,
  fee: 425,
  currency: 'eur',
  status: 'completed',
  is_test: true,
  left: 7300,
  created_at: AT,
  refunds: [
    { id: MARIEKE.id, amount: 1200, status: 'succeeded', by: 'seller', reason: 'Half an hour only.', created_at: AT },
  ],
}
const PERSON: PersonAccount = {
  id: MARIEKE.id,
  name: MARIEKE.full_name,
  email: 'marieke@kundig.example',
  created_at: AT,
  standing: 'good',
  is_confirmed: true,
  language: 'nl',
  role: null,
  has_password: true,
  has_google: false,
  has_second_factor: false,
  sessions: [{ id: ROOM.id, user_agent: null, created_at: AT, seen_at: AT }],
  requests: {
    sent: [{ status: 'pending', count: 2 }],
    received: [{ status: 'accepted', count: 3 }],
    latest: [{ id: ROOM.id, is_sent: true, other_id: READER.id, status: 'pending', created_at: AT }],
  },
  reports: [{ case_id: ROOM.id, is_theirs: false, category: 'scam', created_at: AT, decided_at: null }],
  standing_since: null,
  standing_until: null,
  decisions: [],
  seller: { transfers: 'active', due: 0 },
  payments: [{ id: ROOM.id, is_seller: true, amount: 8500, currency: 'eur', status: 'completed', created_at: AT }],
  payment_block: { began_at: AT, ends_at: '2099-01-01T00:00:00.000Z', may_lift: true },
  notifications: [],
  may_suspend: true,
}
const DISPUTE = {
  id: ROOM.id,
  stripe_id: 'dp_1',
  payment_id: ROOM.id,
  seller: SELLER,
  buyer: BUYER,
  amount: 8500,
  currency: 'eur',
  reason: 'fraudulent',
  status: 'needs_response' as const,
  due_by: '2099-01-01T00:00:00.000Z',
  submitted_at: null,
  created_at: AT,
}
const TEXTS = { en: '# Terms\n\nBe kind.', nl: '# Voorwaarden\n\nWees aardig.' }

const operations = {
  cases: ({ mine }) => ({ items: mine === true ? [] : [CASE], next_cursor: null }),
  objections: () => ({ items: [] }),
  figures: () => ({ open: 1, median_age_s: 7200, open_objections: 0, decided_within_day: 0.8, decided_within_week: 1 }),
  disputes: () => ({ items: [DISPUTE] }),
  refundRequests: () => none,
  payment: () => PAYMENT,
  paymentTimeline: () => ({
    items: [{ at: AT, kind: 'asked', word: 'pending', method: null, amount: 8500, is_handled: null }],
    money: AMOUNTS,
  }),
  paymentReceipts: () => ({ items: [] }),
  waitingList: () => ({
    items: [
      {
        id: ROOM.id,
        full_name: 'Mila Vos',
        email: 'mila@kundig.example',
        category: 'education',
        since: AT,
        invited_until: null,
        is_invited: false,
      },
    ],
    next_cursor: null,
  }),
  waitingCounts: () => ({ items: [{ category: 'education', waiting: 1, invited: 0, came: 2 }] }),
  settings: () => ({ version: 1, settings: DEFAULT_SETTINGS }),
  operators: () => ({ items: [{ user_id: READER.id, email: READER.email, role: 'owner', since: AT }] }),
  auditLog: () => ({
    items: [
      {
        id: 1,
        created_at: AT,
        actor_id: READER.id,
        actor_email: READER.email,
        action: 'role_changed',
        subject_kind: 'account',
        subject_id: MARIEKE.id,
        state_before: null,
        state_after: 'viewer',
      },
    ],
    next_before: null,
  }),
  dailyFigures: () => ({
    time_zone: 'Europe/Amsterdam',
    as_of: AT,
    days: DAYS,
    figures: FIGURES.map((name) => ({ name, values: DAYS.map((_, place) => place % 7), total: 90, known_since: null })),
    visits_by_page: [{ page: 'landing', visits: 90 }],
  }),
  health: () => ({
    checked_at: AT,
    state: 'needs_somebody',
    backlogs: BACKLOGS.map((kind) => ({ kind, state: 'waits', count: 3, is_at_least: false, overdue_s: 60, stuck: 1 })),
    resources: RESOURCES.map((kind) => ({ kind, state: 'needs_somebody', amount: 1_000_000, of: 2_000_000, at: AT })),
    servers: [
      {
        name: 'one',
        state: 'fine',
        started_at: AT,
        seen_at: AT,
        live_connections: 3,
        disk_free_bytes: 1e9,
        disk_total_bytes: 2e9,
      },
    ],
    failures: FAILURES.map((kind) => ({ kind, state: 'waits', last_at: AT, last_hour: 0, last_day: 1, last_week: 2 })),
  }),
  books: () => BOOKS,
  booksOfDay: () => ({
    items: [
      {
        transaction: 'txn_1',
        type: 'charge',
        kind: 'payment',
        source: 'ch_1',
        payment_id: ROOM.id,
        net: 8347,
        currency: 'eur',
        created_at: AT,
        lines: [
          { account: 'stripe_balance', amount: 8347 },
          { account: 'payments', amount: -8347 },
        ],
      },
    ],
    next_cursor: null,
  }),
  findPeople: () => ({ items: [PERSON], is_more: false }),
  lookAtPerson: () => PERSON,
  sitePages: () => ({
    items: SITE_PAGES.map((name) => ({ page: name, version: null, published_at: null, has_changes: false })),
  }),
  sitePage: () => ({ page: 'privacy', revision: 1, draft: TEXTS, published: null, versions: [] }),
  previewSitePage: () => ({ html: '<h1>Terms</h1>' }),
  judgeColours: () => ({ failures: [], readable: null, tokens: { light: {}, dark: {} } }),
} satisfies ProcedureAnswers['operations']

const operator = (at: string, rest: Partial<Screen> = {}): Screen => ({
  at,
  role: 'owner',
  shows: () => page.getByRole('main').getByRole('heading', { level: 1 }),
  ...rest,
  api: { operations: { ...operations, ...rest.api?.operations } },
})
const failing = Object.fromEntries(
  Object.keys(operations).map((name) => [name, refuse()]),
) as ProcedureAnswers['operations'] & object

export const operatorScreens: Screens = {
  'operator.reports': operator('/operator'),
  'operator.payments': operator('/operator?tab=payments'),
  'operator.counts': operator('/operator?tab=figures'),
  'operator.waiting': operator('/operator?tab=waiting', { shows: () => text('Mila Vos') }),
  'operator.categories': operator('/operator?tab=categories'),
  'operator.category-dialog': operator('/operator?tab=categories', {
    act: () => press(pickTexts(categoriesTexts).add),
    shows: () => dialog,
  }),
  'operator.fee': operator('/operator?tab=fee'),
  'operator.team': operator('/operator?tab=people', { shows: () => text(READER.email) }),
  'operator.log': operator('/operator?tab=log'),
  'operator.figures': operator('/operator/figures'),
  'operator.health': operator('/operator/health'),
  'operator.people': operator('/operator/people?q=san', { shows: () => text('marieke@kundig.example') }),
  'operator.person': operator(`/operator/people/${MARIEKE.id}`, { shows: () => text('marieke@kundig.example') }),
  'operator.pages': operator('/operator/pages'),
  'operator.page-editor': operator('/operator/pages?page=privacy'),
  'operator.face': operator('/operator/settings'),
  'operator.payment': operator(`/operator?tab=payments&payment=${ROOM.id}`),
  'operator.unknown-payment': operator('/operator?tab=payments&payment=pi_unknown', {
    api: { operations: { payment: refuse('PAYMENT_REQUEST_NOT_FOUND') } },
    shows: () => fault('PAYMENT_REQUEST_NOT_FOUND'),
  }),
  'operator.books': operator('/operator/books', { shows: () => text('txn_3Pq8') }),
  'operator.books-empty': operator('/operator/books', {
    api: {
      operations: {
        books: () => ({ ...BOOKS, rows: [], total: NO_AMOUNTS, looks: [], unknown_payments: [], unknown_types: [] }),
      },
    },
    shows: () => heading(pickTexts(booksTexts).title),
  }),
  'operator.books-day': operator('/operator/books?day=2026-03-02', { shows: () => text('txn_1') }),
  'operator.failed': operator('/operator', {
    api: { operations: failing },
    shows: () => page.getByRole('button', { name: pickTexts(operationsTexts).retry }).first(),
  }),
  'operator.second-factor': operator('/operator', {
    api: { operations: { me: () => ({ role: 'owner', second_factor: 'turn_on_needed' }) } },
    shows: () => text(pickTexts(operationsTexts).turnOnFirst),
  }),
}
