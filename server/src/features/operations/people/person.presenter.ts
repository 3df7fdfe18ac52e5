import type { Decision } from '@kundig/contract/operations/decisions.contract'
import {
  type FoundPerson,
  foundPerson,
  type PersonAccount,
  personAccount,
} from '@kundig/contract/operations/people.contract'

import { toWire } from '../../../platform/wire/to-wire.ts'
import type * as repository from './person.repository.ts'

const USER_AGENT_MAX = 300

const toFound = toWire(foundPerson.omit({ name: true, email: true }))
const toAccount = toWire(personAccount)

type Rows<Find extends (...input: never[]) => PromiseLike<unknown>> = Awaited<ReturnType<Find>>

export interface AccountRows {
  access: NonNullable<Rows<typeof repository.findAccountAccess>>
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

export function presentFoundPerson(row: repository.FoundRow): FoundPerson {
  return {
    ...toFound(row),
    name: row.isClosed ? null : row.name,
    email: row.isClosed ? null : row.email,
    standing: row.state ?? 'good',
  }
}

export function presentAccount(row: repository.FoundRow, rows: AccountRows): PersonAccount {
  const { access, requests } = rows
  return {
    ...presentFoundPerson(row),
    ...toAccount({
      ...access,
      hasPassword: access.providers.includes('credential'),
      hasGoogle: access.providers.includes('google'),
      sessions: rows.sessions.map((one) => ({ ...one, userAgent: one.userAgent?.slice(0, USER_AGENT_MAX) || null })),
      requests: {
        ...requests,
        latest: requests.latest.map((one) => ({
          ...one,
          isSent: one.senderId === row.id,
          otherId: one.senderId === row.id ? one.receiverId : one.senderId,
        })),
      },
      reports: rows.reports.map((one) => ({ ...one, createdAt: one.openedAt })),
      standingSince: row.state === null ? null : access.standingSince,
      standingUntil: row.state === null ? null : access.standingUntil,
      decisions: rows.decisions,
      seller: rows.seller,
      payments: rows.payments.map((one) => ({ ...one, isSeller: one.sellerId === row.id })),
      paymentBlock: rows.block && { ...rows.block, mayLift: rows.mayLift },
      notifications: rows.notifications,
      maySuspend: rows.maySuspend,
    }),
  }
}
