import type { DomainEvents } from '../../domain-events.ts'
import type { Database, Fragment } from '../../platform/database/database.ts'
import type { Reads } from '../../platform/database/replica.ts'
import type { UploadLimiter } from '../../platform/http/files/upload-limiter.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import type { Logger } from '../../platform/logging/logger.ts'
import type { FileStorage } from '../../platform/storage/file-storage.ts'
import type { TermsGate } from '../../terms-gate.ts'
import type { Identify } from '../../viewer.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import type { ContactService } from '../safety/blocks/contact.service.ts'
import type { AccountRestrictions } from '../safety/statements/restriction.service.ts'
import { startAppointmentReminders } from './appointments/appointment-reminders.ts'
import { createAppointmentProcedures } from './appointments/appointment.routes.ts'
import { AppointmentService } from './appointments/appointment.service.ts'
import { ChatModerationService } from './chat-moderation.service.ts'
import { createChatEvents } from './chat.events.ts'
import { createChatLimits } from './chat.limits.ts'
import { serveChatLive } from './chat.live.ts'
import { createChatProcedures } from './chat.routes.ts'
import { startFileSweep } from './files/file-sweep.ts'
import { FILE_PATHS, serveFiles } from './files/file.routes.ts'
import { FileService } from './files/file.service.ts'
import { ChangedMessages } from './messages/changed-messages.ts'
import { startDeletedMessageSweep } from './messages/deleted-message-sweep.ts'
import { MessageBatches, createMessageStore } from './messages/message-batches.ts'
import { MessageChangeService } from './messages/message-change.service.ts'
import { MessageService } from './messages/message.service.ts'
import { PaymentMessageService } from './messages/payment-message.service.ts'
import { createResumeService } from './messages/resume.service.ts'
import { ownDataOfChat } from './own-data.repository.ts'
import type { PaymentAttachments, Stamps } from './ports.ts'
import { PresenceService } from './presence/presence.service.ts'
import { TypingService } from './presence/typing.service.ts'
import { createReportedContentService } from './reported.service.ts'
import { findUsersWithRoomChanges } from './rooms/room.repository.ts'
import { RoomService } from './rooms/room.service.ts'
import { MessageSearchService } from './search/message-search.service.ts'

export interface ChatModuleOptions {
  sitePages: TermsGate
  db: Database
  /** Separate connection pool, so that new messages do not queue behind lists and searches. */
  messageDb: Database
  reads: Reads
  files: FileStorage
  uploadLimiter: UploadLimiter
  live: LiveServer
  limits: Limits
  logger: Logger
  profiles: ProfileService
  payments: PaymentAttachments
  contact: ContactService
  restrictions: AccountRestrictions
  domainEvents: DomainEvents
  stamps: Stamps<(userId: string) => Fragment>
  /** Interval between checks for due reminders (ms). */
  notifyEveryMs?: number | undefined
  /** Never throws. */
  onMessage?: (() => void) | undefined
}

/** Spec 4 and 6. */
export function createChatModule(options: ChatModuleOptions) {
  const {
    db,
    messageDb,
    reads,
    files: storage,
    uploadLimiter,
    live,
    logger,
    profiles,
    payments,
    contact,
    stamps,
    domainEvents,
    sitePages,
  } = options
  const limits = createChatLimits(options.limits)
  const events = createChatEvents(live)
  const typing = new TypingService({ db, events })
  const rooms = new RoomService({ db, profiles, payments, contact, typing, events, domainEvents })
  const batches = new MessageBatches(createMessageStore({ db, batchDb: messageDb }))
  const messages = new MessageService({ db, reads, batches, payments, events, onAcknowledged: options.onMessage })
  const resume = createResumeService({ db, payments, stamps, list: (...asked) => rooms.list(...asked) })
  const paymentMessages = new PaymentMessageService({ db, payments, events })
  const changedMessages = new ChangedMessages({ db, payments, events })
  const appointments = new AppointmentService({ db, messages: paymentMessages, changedMessages, domainEvents })
  const files = new FileService({ db, files: storage, payments, events, restrictions: options.restrictions, logger })

  return {
    ownData: ownDataOfChat,
    services: {
      rooms,
      messages: paymentMessages,
      chatModeration: new ChatModerationService({ db, payments, files, messages: paymentMessages }),
      reported: createReportedContentService({ db }),
    },
    procedures: createChatProcedures({
      rooms,
      messages,
      messageSearch: new MessageSearchService({ db, profiles }),
      messageChanges: new MessageChangeService({ db, changedMessages }),
      resume,
      presence: new PresenceService({ db }),
      limits,
    }),
    appointmentProcedures: createAppointmentProcedures(appointments, limits),
    paths: FILE_PATHS,
    findChangedFor: (userIds: readonly string[], withinMs: number): Promise<string[]> =>
      findUsersWithRoomChanges(db, userIds, withinMs),

    serve: async (server: HttpServer, identify: Identify): Promise<void> => {
      const countUpload = async (userId: string): Promise<void> => {
        await sitePages.requireAccepted(userId)
        await limits.upload(userId)
      }
      await serveFiles(server, { files, uploadLimiter, identify, countUpload })
      serveChatLive({ live, rooms, messages, typing, limits, logger, sitePages })
    },

    start: (): (() => Promise<void>) => {
      const stops = [
        startDeletedMessageSweep({ db, logger }),
        startFileSweep({ files, logger }),
        startAppointmentReminders(appointments, { logger, everyMs: options.notifyEveryMs }),
      ]
      return async () => {
        await Promise.all(stops.map((stop) => stop()))
      }
    },
  }
}
