import type { Decision } from '@kundig/contract/operations/decisions.contract'
import type { FoundPerson, PersonAccount } from '@kundig/contract/operations/people.contract'

import type * as repository from './person.repository.ts'

/** More of what a browser calls itself tells nobody anything. */
const USER_AGENT_MAX = 300

type Rows<Find extends (...input: never[]) => PromiseLike<unknown>> = Awaited<ReturnType<Find>>

export interface AccountRows {
  access: NonNullable<Rows<typeof repository.findAccess>>
  sessions: Rows<typeof repository.findSessions>
  requests: {
    sent: Rows<typeof repository.countRequests>
    received: Rows<typeof repository.countRequests>
    latest: Rows<typeof repository.findRequests>
  }
  reports: (Rows<typeof repository.findCasesAbout>[number] & { isTheirs: boolean })[]
  decisions: Decision[]
  seller: Rows<typeof repository.findSeller>
  payments: Rows<typeof repository.findPayments>
  block: { beganAt: Date; endsAt: Date } | null
  mayLift: boolean
  notifications: Rows<typeof repository.findNotifications>
  maySuspend: boolean
}

export function presentFound(row: repository.FoundRow): FoundPerson {
  return {
    id: row.id,
    name: row.isClosed ? null : row.name,
    email: row.isClosed ? null : row.email,
    created_at: row.createdAt.toISOString(),
    standing: row.state ?? 'good',
  }
}

export function presentAccount(row: repository.FoundRow, rows: AccountRows): PersonAccount {
  const { access, requests } = rows
  return {
    ...presentFound(row),
    is_confirmed: access.isConfirmed,
    language: access.language,
    role: access.role,
    has_password: access.providers.includes('credential'),
    has_google: access.providers.includes('google'),
    has_second_factor: access.hasSecondFactor,
    sessions: rows.sessions.map((one) => ({
      id: one.id,
      user_agent: one.userAgent?.slice(0, USER_AGENT_MAX) || null,
      created_at: one.createdAt.toISOString(),
      seen_at: one.seenAt.toISOString(),
    })),
    requests: {
      sent: requests.sent,
      received: requests.received,
      latest: requests.latest.map(({ id, senderId, receiverId, status, createdAt }) => ({
        id,
        is_sent: senderId === row.id,
        other_id: senderId === row.id ? receiverId : senderId,
        status,
        created_at: createdAt.toISOString(),
      })),
    },
    reports: rows.reports.map(({ caseId, isTheirs, category, openedAt, decidedAt }) => ({
      case_id: caseId,
      is_theirs: isTheirs,
      category,
      created_at: openedAt.toISOString(),
      decided_at: decidedAt?.toISOString() ?? null,
    })),
    standing_since: row.state === null ? null : (access.standingSince?.toISOString() ?? null),
    standing_until: row.state === null ? null : (access.standingUntil?.toISOString() ?? null),
    decisions: rows.decisions,
    seller: rows.seller,
    payments: rows.payments.map(({ id, sellerId, amount, currency, status, createdAt }) => ({
      id,
      is_seller: sellerId === row.id,
      amount,
      currency,
      status,
      created_at: createdAt.toISOString(),
    })),
    payment_block: rows.block && {
      began_at: rows.block.beganAt.toISOString(),
      ends_at: rows.block.endsAt.toISOString(),
      may_lift: rows.mayLift,
    },
    notifications: rows.notifications.map(({ id, kind, createdAt }) => ({
      id,
      kind,
      created_at: createdAt.toISOString(),
    })),
    may_suspend: rows.maySuspend,
  }
}
