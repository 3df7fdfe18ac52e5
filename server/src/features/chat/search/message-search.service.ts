import { z } from 'zod'

import type { FoundMessage, FoundMessages } from '@kundig/contract/chat/message-search'
import { LIMITS } from '@kundig/contract/limits'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { cursorInstant, decodeCursorValues, encodeCursorValues } from '../../../platform/database/cursor.ts'
import type { Database } from '../../../platform/database/database.ts'
import { findMatchedSentence, listWords } from '../../../platform/texts/matched-sentence.ts'
import type { ProfileService } from '../../profiles/profile.service.ts'
import { requireRoomAsParticipant } from '../rooms/room-access.ts'
import {
  findByWords,
  findMatchingWords,
  findRoomsToIndex,
  type Hit,
  type MessagePosition,
  splitIntoWords,
  updateWordIndex,
} from './message-words.repository.ts'

export interface MessageSearchServiceOptions {
  db: Database
  profiles: ProfileService
}

export interface MessageSearchInput {
  query: string
  room_id?: string | undefined
  cursor?: string | undefined
}

/** Maximum words of a query; further words are ignored. */
const WORDS_MAX = 12
/** Messages indexed per transaction, which takes about a tenth of a second. A room is always indexed as a whole. */
const WRITTEN_AT_ONCE = 5000

export class MessageSearchService {
  readonly #deps: MessageSearchServiceOptions

  constructor(deps: MessageSearchServiceOptions) {
    this.#deps = deps
  }

  /** @throws Refusal ROOM_NOT_FOUND, or INVALID_INPUT for an unknown cursor */
  async search(viewerId: string, { query, room_id: roomId, cursor }: MessageSearchInput): Promise<FoundMessages> {
    const { db, profiles } = this.#deps
    const before = cursor === undefined ? null : decodePosition(cursor)
    if (roomId !== undefined) await requireRoomAsParticipant(db, viewerId, roomId)
    const words = (await splitIntoWords(db, query)).slice(0, WORDS_MAX)
    if (words.length === 0) return { items: [], next_cursor: null }
    const sought = { userId: viewerId, roomId: roomId ?? null }
    const find = () => findByWords(db, { ...sought, words, before, limit: LIMITS.chatPageSize + 1 })
    await this.#completeWords(viewerId, sought.roomId)
    let hits = await find()
    // An edit or removal during the search deletes the index of 64 messages. The search then runs again.
    if (await this.#completeWords(viewerId, sought.roomId)) hits = await find()
    const last = hits.length > LIMITS.chatPageSize ? hits[LIMITS.chatPageSize - 1] : undefined
    const page = hits.slice(0, LIMITS.chatPageSize).filter(({ isChanged }) => !isChanged)
    const partners = await profiles.counterparts(db, [...new Set(page.map(({ partnerId }) => partnerId))])
    const matched = await findMatchingWords(db, listWords(page.map(readText)), words)
    return {
      items: page.flatMap((hit) => presentHit(hit, partners.get(hit.partnerId), matched)),
      next_cursor: last ? encodePosition(last) : null,
    }
  }

  /** @returns true when the index of a room was incomplete */
  async #completeWords(viewerId: string, roomId: string | null): Promise<boolean> {
    const { db } = this.#deps
    const stale = await findRoomsToIndex(db, viewerId, roomId)
    let ids: string[] = []
    let messages = 0
    for (const [index, { id, missing }] of stale.entries()) {
      ids.push(id)
      messages += missing
      if (messages < WRITTEN_AT_ONCE && index < stale.length - 1) continue
      const batch = ids
      await db.transaction((tx) => updateWordIndex(tx, batch))
      ids = []
      messages = 0
    }
    return stale.length > 0
  }
}

const readText = ({ fileName, content }: Hit): string => fileName ?? content

function presentHit(hit: Hit, partner: Profile | undefined, matched: ReadonlySet<string>): FoundMessage[] {
  if (!partner) return []
  const text = readText(hit)
  return [
    {
      room_id: hit.roomId,
      seq: hit.seq,
      sender_id: hit.senderId,
      partner,
      match: findMatchedSentence(text, matched) ?? [{ text, is_marked: false }],
      ...(hit.fileName !== null && { is_file: true as const }),
      created_at: hit.createdAt.toISOString(),
    },
  ]
}

const position = z.tuple([cursorInstant, z.uuid(), z.int32().min(1)])

function encodePosition({ at, roomId, seq }: MessagePosition): string {
  return encodeCursorValues([at.toISOString(), roomId, seq])
}

function decodePosition(cursor: string): MessagePosition {
  const [at, roomId, seq] = decodeCursorValues(cursor, position)
  return { at: new Date(at), roomId, seq }
}
