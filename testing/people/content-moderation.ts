import { paymentAttachments } from '@kundig/server/features/books/ports'
import { ChatModerationService } from '@kundig/server/features/chat/chat-moderation.service'
import { createChatEvents } from '@kundig/server/features/chat/chat.events'
import { FileService } from '@kundig/server/features/chat/files/file.service'
import { PaymentMessageService } from '@kundig/server/features/chat/messages/payment-message.service'
import { PictureService } from '@kundig/server/features/profiles/pictures/picture.service'
import { ProfileModerationService } from '@kundig/server/features/profiles/profile-moderation.service'
import { ProfileService } from '@kundig/server/features/profiles/profile.service'
import { accountRestrictions } from '@kundig/server/features/safety/statements/restriction.service'
import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'
import { openFileStorage } from '@kundig/server/platform/storage/open-file-storage'

import { defaultCategories } from './default-categories.ts'

export interface Published {
  userId: string
  name: string
  payload: unknown
}

/** Applies decisions on content, like another server on the same database. Records the published events. */
export async function openContentModeration({ databaseUrl, folder }: { databaseUrl: string; folder: string }) {
  const logger = createLogger('silent')
  const database = openDatabase(databaseUrl, 4, logger)
  const storage = await openFileStorage({ folder })
  const published: Published[] = []
  const take = (userId: string, name: string, ...payload: unknown[]): void =>
    void published.push({ userId, name, payload: payload[0] })
  const takeAll = (userIds: readonly string[], name: string, ...payload: unknown[]): void =>
    userIds.forEach((userId) => take(userId, name, ...payload))
  const events = createChatEvents({
    emitToUser: take,
    emitToUsers: takeAll,
    emitToUsersBut: ({ userIds }, name, ...payload) => takeAll(userIds, name, ...payload),
    emitVolatileToUser: take,
  })
  const { db } = database
  const payments = paymentAttachments
  const chat = new ChatModerationService({
    db,
    payments,
    files: new FileService({ db, files: storage, payments, events, restrictions: accountRestrictions, logger }),
    messages: new PaymentMessageService({ db, payments, events }),
  })
  const pictures = new PictureService({
    db,
    profiles: new ProfileService({ db, categories: defaultCategories }),
    files: storage,
    logger,
  })
  const profiles = new ProfileModerationService({ db, pictures })
  const { transaction } = db
  return {
    published,
    chat,
    profiles,
    transaction,
    remove: (roomId: string, seq: number): Promise<boolean> =>
      transaction((tx, afterCommit) => chat.remove(tx, afterCommit, { roomId, seq })),
    restore: (roomId: string, seq: number): Promise<boolean> =>
      transaction((tx, afterCommit) => chat.restore(tx, afterCommit, { roomId, seq })),
    hide: (userId: string): Promise<boolean> =>
      transaction((tx, afterCommit) => profiles.hide(tx, afterCommit, userId)),
    show: (userId: string): Promise<boolean> =>
      transaction((tx, afterCommit) => profiles.show(tx, afterCommit, userId)),
    close: async (): Promise<void> => {
      storage.close()
      await database.close()
    },
  }
}

export type ContentModeration = Awaited<ReturnType<typeof openContentModeration>>
