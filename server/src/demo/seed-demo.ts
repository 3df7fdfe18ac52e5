import { randomUUID } from 'node:crypto'

import { drizzle } from 'drizzle-orm/node-postgres'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'

import { PICTURES } from '@kundig/contract/limits'

import { saveConfirmation } from '../features/auth/auth.repository.ts'
import { hashPassword } from '../features/auth/passwords/password-hash.ts'
import { toPictureKey, computePictureVersion } from '../features/profiles/pictures/picture-address.ts'
import type { Executor } from '../platform/database/database.ts'
import { PICTURE_TYPE } from '../platform/images/square-picture.ts'
import type { FileStorage } from '../platform/storage/file-storage.ts'
import { account, user } from '../tables/auth.ts'
import { chatMessages, chatRooms, roomMembers } from '../tables/chat.ts'
import { connectionRequests } from '../tables/connection-requests.ts'
import { operatorRoles } from '../tables/operations.ts'
import { profiles } from '../tables/profiles.ts'
import { DEMO_ANSWERED } from './demo-answers.ts'
import { DEMO_CONVERSATIONS, type DemoConversation } from './demo-conversations.ts'
import { DEMO_OWNER, DEMO_PASSWORD, DEMO_PEOPLE } from './demo-people.ts'
import { DEMO_REQUESTS } from './demo-requests.ts'
import { paintPortrait } from './portrait.ts'
import { moveToWakingHours } from './waking-hours.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/**
 * Fills a database without accounts with demo people, in one transaction.
 * @param now reference for the demo data's relative times, such as "3 hours ago"; night times are moved into the day
 * @returns false for a database with accounts
 */
export async function seedDemo(databaseUrl: string, files: FileStorage, now: Date = new Date()): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return await drizzle(client).transaction(async (tx) => {
      const [someone] = await tx.select({ id: user.id }).from(user).limit(1)
      if (someone) return false
      const ids = await seedPeople(tx, files, now)
      const id = (key: string): string => {
        const found = ids.get(key)
        if (found === undefined) throw new Error(`unknown person in the demo data: ${key}`)
        return found
      }
      for (const { from, to, message, status, hoursAgo } of DEMO_REQUESTS) {
        const at = moveToWakingHours(new Date(now.getTime() - hoursAgo * HOUR_MS), now)
        await tx
          .insert(connectionRequests)
          .values({ senderId: id(from), receiverId: id(to), message, status, createdAt: at, updatedAt: at })
      }
      for (const conversation of [...DEMO_CONVERSATIONS, ...DEMO_ANSWERED])
        await seedConversation(tx, conversation, id, now)
      return true
    })
  } finally {
    await client.end()
  }
}

async function seedPeople(tx: Executor, files: FileStorage, now: Date): Promise<Map<string, string>> {
  const password = await hashPassword(DEMO_PASSWORD)
  const ids = new Map<string, string>()
  for (const [index, person] of DEMO_PEOPLE.entries()) {
    const at = new Date(now.getTime() - person.joinedDaysAgo * DAY_MS - index * MINUTE_MS)
    const id = uuidv7({ msecs: at.getTime() })
    ids.set(person.key, id)
    const stamps = { createdAt: at, updatedAt: at }
    await seedAccount(tx, { id, email: person.email, password, ...stamps })
    const { details } = person
    await tx.insert(profiles).values({
      id,
      fullName: person.full_name,
      bio: person.bio,
      expertiseCategory: typeof person.expertise === 'string' ? person.expertise : null,
      expertiseCustom: typeof person.expertise === 'string' ? null : person.expertise.value,
      pictureVersion: person.portrait && (await seedPicture(files, id, person.portrait)),
      isPublic: person.is_public,
      headline: details.headline,
      languages: [...(details.languages ?? [])],
      town: details.town,
      online: details.online,
      priceEuros: details.price?.euros,
      priceUnit: details.price?.unit,
      ...stamps,
    })
  }
  const owner = { id: uuidv7(), email: DEMO_OWNER, password, createdAt: now, updatedAt: now }
  await seedAccount(tx, owner)
  await tx.insert(operatorRoles).values({ userId: owner.id, role: 'owner' })
  return ids
}

/** Creates an account with a confirmed address. Unconfirmed addresses get no notifications, and show a notice. */
async function seedAccount(
  tx: Executor,
  { id, email, password, ...stamps }: { id: string; email: string; password: string; createdAt: Date; updatedAt: Date },
): Promise<void> {
  await tx.insert(user).values({ id, name: '', email, emailVerified: true, ...stamps })
  await tx
    .insert(account)
    .values({ id: uuidv7(), userId: id, accountId: id, providerId: 'credential', password, ...stamps })
  // Confirms the address, because a Google login would otherwise remove the password that other visitors use.
  await saveConfirmation(tx, { userId: id, email }, 'password')
}

async function seedPicture(files: FileStorage, id: string, look: string): Promise<string> {
  const picture = await paintPortrait(look, PICTURES.sideMaxPx)
  await files.put(toPictureKey(id), picture, PICTURE_TYPE)
  return computePictureVersion(picture)
}

async function seedConversation(
  tx: Executor,
  conversation: DemoConversation,
  id: (key: string) => string,
  now: Date,
): Promise<void> {
  const ago = (minutes: number): Date => moveToWakingHours(new Date(now.getTime() - minutes * MINUTE_MS), now)
  const { requester, expert, requestMessage, messages, readBy, closedMinutesAgo, answerMinutes = 90 } = conversation
  const started = ago(conversation.startedMinutesAgo)
  const [request] = await tx
    .insert(connectionRequests)
    .values({
      senderId: id(requester),
      receiverId: id(expert),
      message: requestMessage,
      status: 'accepted',
      createdAt: ago(conversation.startedMinutesAgo + answerMinutes),
      updatedAt: started,
    })
    .returning({ id: connectionRequests.id })
  const participantIds = [id(requester), id(expert)].toSorted()
  const closedAt = closedMinutesAgo === null ? null : ago(closedMinutesAgo)
  const [room] = await tx
    .insert(chatRooms)
    .values({
      participantIds,
      requestId: request?.id ?? null,
      requestMessage,
      requesterId: id(requester),
      status: closedAt ? 'closed' : 'open',
      closedAt,
      lastSeq: messages.length,
      createdAt: started,
      updatedAt: closedAt ?? ago(messages.at(-1)?.minutesAgo ?? conversation.startedMinutesAgo),
    })
    .returning({ id: chatRooms.id })
  if (!room) throw new Error('INSERT returned no row')
  for (const key of [requester, expert]) {
    const lastReadSeq = readBy[key] ?? messages.length
    const unreadCount = messages.slice(lastReadSeq).filter(({ from }) => from !== key).length
    await tx.insert(roomMembers).values({ roomId: room.id, userId: id(key), lastReadSeq, unreadCount })
  }
  for (const [index, { from, content, minutesAgo }] of messages.entries()) {
    const at = ago(minutesAgo)
    await tx.insert(chatMessages).values({
      roomId: room.id,
      seq: index + 1,
      senderId: id(from),
      clientId: randomUUID(),
      content,
      createdAt: at,
      updatedAt: at,
    })
  }
}
