import { toOutcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { Caller, PermissionFixture } from './permission-fixture.ts'

export const PERMISSION_GUARANTEES = [
  'Join the waiting list',
  'Public list, public profile',
  'Profile of someone private',
  'Email, Stripe ids',
  'Write profile, picture',
  'Create connection request',
  'Read a request',
  'Accept, reject, withdraw',
  'Create a room directly',
  'Read room, messages, files, live events',
  'Send, upload',
  'Edit',
  'Delete',
  'Reply, react, propose a time',
  'Mark read',
  'Close',
  'Create a payment request',
  'Client secret, pay, status update',
  'Decline a payment request',
  'Withdraw a payment request',
  'Refund',
  'Earnings, receipts, payments',
  'Payment methods, onboarding, sessions, export, delete',
  'Each of the five functions',
  'Webhook',
] as const
type PermissionGuarantee = (typeof PERMISSION_GUARANTEES)[number]

type Attempt = (fixture: PermissionFixture, who: Person | null) => Promise<string>

/** Required outcome by caller. By default, visitors get 401 NO_SESSION, and suspended people 403 SUSPENDED. */
export type Expected = Partial<Record<Caller, string>> & { everyoneElse: string }

export interface PermissionRow {
  operation: string
  guarantee: PermissionGuarantee | null
  /** Name in the API document (`GET /profiles/{id}`) or of a live event; missing for RPC and undocumented addresses. */
  calls?: string
  /** True for operators' actions. All other people receive 404 for them, as for an unknown address. */
  isForOperators?: boolean
  /** True if the outcomes apply only without development fakes. Only in-process tests can turn these fakes off. */
  isWithoutDevelopmentFakes?: boolean
  attempt: Attempt
  expected: Expected
}

export type RowOfGuarantee = Omit<PermissionRow, 'guarantee'>

export const toRows = (guarantee: PermissionRow['guarantee'], rows: readonly RowOfGuarantee[]): PermissionRow[] =>
  rows.map((row) => ({ ...row, guarantee }))

const NO_SESSION = '401 NO_SESSION'

export function findExpectedOutcome({ expected }: PermissionRow, caller: Caller): string {
  const visitors = expected.anonymous ?? NO_SESSION
  if (caller === 'anonymous') return visitors
  if (caller === 'suspended') return expected.suspended ?? visitors.replace(NO_SESSION, '403 SUSPENDED')
  return expected[caller] ?? expected.everyoneElse
}

export const forEveryone = (answer: string): Expected => ({ anonymous: answer, everyoneElse: answer })

export const call =
  (
    method: string,
    path: string | ((fixture: PermissionFixture) => string | Promise<string>),
    body?: (fixture: PermissionFixture) => unknown,
  ): Attempt =>
  async (fixture, who) =>
    toOutcome(
      await fixture.site.api(who, method, typeof path === 'string' ? path : await path(fixture), await body?.(fixture)),
    )
