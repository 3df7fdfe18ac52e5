import type { Reaction } from '@kundig/contract/chat/reactions'
import type { ErrorCode } from '@kundig/contract/errors'

import { isRemoved } from './removed-message.repository.ts'

interface Found {
  message: {
    senderId: string
    content: string
    changedSeq: number | null
    deleted: boolean
    reactions: Readonly<Record<string, Reaction>> | null
    refundEvent: unknown
    appointment: unknown
  }
  file: unknown
  payment: unknown
}

const isAgreement = ({ message, payment }: Found): boolean =>
  payment !== null || message.refundEvent !== null || message.appointment !== null

/** Returns why a message could not be deleted; null when it is already deleted. */
export function findDeletionRefusal(found: Found | undefined, senderId: string): ErrorCode | null {
  if (found?.message.senderId !== senderId) return 'MESSAGE_NOT_FOUND'
  if (isAgreement(found)) return 'MESSAGE_FIXED'
  return found.message.deleted ? null : 'MESSAGE_GONE'
}

/** Returns why a message could not be edited; null when it already has this text. */
export function findEditRefusal(found: Found | undefined, senderId: string, content: string): ErrorCode | null {
  if (found?.message.senderId !== senderId) return 'MESSAGE_NOT_FOUND'
  if (isRemoved(found.message)) return 'MESSAGE_GONE'
  if (isAgreement(found) || found.file !== null) return 'MESSAGE_FIXED'
  return found.message.content === content ? null : 'EDIT_ENDED'
}

/** Returns why a reaction could not be set; null when the person has already set it. */
export function findReactionRefusal(
  found: Found | undefined,
  viewerId: string,
  reaction: Reaction | null,
): ErrorCode | null {
  if (!found) return 'MESSAGE_NOT_FOUND'
  if (isRemoved(found.message)) return 'MESSAGE_GONE'
  return (found.message.reactions?.[viewerId] ?? null) === reaction ? null : 'ROOM_CLOSED'
}
