import { outcome } from '../people/outcome.ts'
import type { Person } from '../people/test-client.ts'
import type { Caller, PermissionScene } from './permission-scene.ts'

/** The guarantees about who may do what; each has rows in the table. */
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

/** What is asked, and what came of it. */
type Attempt = (scene: PermissionScene, who: Person | null) => Promise<string>

/**
 * What must come of it: the same for everyone not named, but that a visitor who is not named is asked to log in, and that
 * whoever is suspended may do what a visitor may, and is told why it is no more.
 */
export type Expected = Partial<Record<Caller, string>> & { everyoneElse: string }

/** One operation, asked for by every caller. */
export interface PermissionRow {
  operation: string
  /** The guarantee that it shows; null where none names it. */
  guarantee: PermissionGuarantee | null
  /**
   * The operation, as the API's document names it (`GET /profiles/{id}`), or the live event. None for what is neither:
   * the RPC door, what the document leaves out, or an address at which nothing may be.
   */
  calls?: string
  /** Whether it is what operators do: then they try it, too, and to everybody else it is not there. */
  isForOperators?: boolean
  /** Whether it holds only where no stand-in is: then it is tried in process, where that can be said. */
  isWithoutStandIns?: boolean
  attempt: Attempt
  expected: Expected
}

/** A row among others of the same guarantee. */
export type RowOfGuarantee = Omit<PermissionRow, 'guarantee'>

export const rowsOf = (guarantee: PermissionRow['guarantee'], rows: readonly RowOfGuarantee[]): PermissionRow[] =>
  rows.map((row) => ({ ...row, guarantee }))

/** What a visitor gets wherever one must be logged in. */
const NO_SESSION = '401 NO_SESSION'

export function expectedOf({ expected }: PermissionRow, caller: Caller): string {
  const visitors = expected.anonymous ?? NO_SESSION
  if (caller === 'anonymous') return visitors
  if (caller === 'suspended') return expected.suspended ?? visitors.replace(NO_SESSION, '403 SUSPENDED')
  return expected[caller] ?? expected.everyoneElse
}

/** The same for everyone, logged in or not. */
export const everybody = (answer: string): Expected => ({ anonymous: answer, everyoneElse: answer })

/** Calls the API at an address. */
export const call =
  (
    method: string,
    path: string | ((scene: PermissionScene) => string | Promise<string>),
    body?: (scene: PermissionScene) => unknown,
  ): Attempt =>
  async (scene, who) =>
    outcome(await scene.site.api(who, method, typeof path === 'string' ? path : await path(scene), await body?.(scene)))
