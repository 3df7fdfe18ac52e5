import { APPOINTMENTS } from '@kundig/contract/appointments/appointment-rules'

import { isObject, TabDraftStore, toDraftKey } from '../../../platform/state/draft-store.ts'
import type { TypedTime } from './local-times.ts'

export interface Proposal {
  times: readonly TypedTime[]
  minutes: number
  link: string
}

/** Draft with its client id, so that a resend after a lost response proposes nothing twice. */
export interface StoredProposal extends Proposal {
  clientId: string
}

/** Unsent proposals of each person and room, which survive a reload. */
const drafts = new TabDraftStore(isStoredProposal)

const CHOICES: readonly unknown[] = ['', 'first', 'second'] satisfies TypedTime['which'][]

export const EMPTY_TIME: TypedTime = { local: '', which: '' }

function isStoredProposal(value: unknown): value is StoredProposal {
  if (!isObject(value) || !Array.isArray(value['times']) || value['times'].length === 0) return false
  const { minutes, link, clientId } = value
  return (
    typeof minutes === 'number' &&
    typeof link === 'string' &&
    typeof clientId === 'string' &&
    value['times'].every((one) => isObject(one) && typeof one['local'] === 'string' && CHOICES.includes(one['which']))
  )
}

/** Returns the storage key of a proposal, which differs from the keys of the room's other drafts. */
export function toProposalKey(userId: string, roomId: string): string {
  return toDraftKey(userId, `${roomId}:appointment`)
}

export function readProposal(key: string, newId: () => string): StoredProposal {
  return drafts.read(key) ?? { times: [EMPTY_TIME], minutes: APPOINTMENTS.minutesDefault, link: '', clientId: newId() }
}

/** Stores the draft. Changed values need a new id, because the earlier values may have been sent. */
export function saveProposal(key: string, proposal: StoredProposal): void {
  drafts.save(key, proposal)
}

/** Deletes a sent draft and its id, so that the same times make a new proposal. */
export function forgetProposal(key: string): void {
  drafts.forget(key)
}
