import type { RecordFailure } from '../../failure-metrics.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpServer } from '../../platform/http/http-server.ts'
import type { Origins } from '../../platform/http/origins.ts'
import { repeatWork } from '../../platform/jobs/repeated-work.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { LiveServer } from '../../platform/live/live-server.ts'
import { describeError, type Logger } from '../../platform/logging/logger.ts'
import type { MailTransport } from '../../platform/mail/mail-outbox.ts'
import type { PushSender } from '../../platform/push/push-sender.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { SiteSettingsStore } from '../../platform/settings/site-settings.ts'
import type { ProfileService } from '../profiles/profile.service.ts'
import { createNotificationBacklogs } from './backlog.service.ts'
import { NotificationService } from './bell/notification.service.ts'
import { releaseDigest } from './deliveries/delivery.repository.ts'
import { DeliveryService } from './deliveries/delivery.service.ts'
import { NotificationContentService } from './deliveries/notification-content.service.ts'
import { createUnsubscribeLinks } from './mail/unsubscribe-link.ts'
import { serveUnsubscribePages } from './mail/unsubscribe.routes.ts'
import { createMutedRoomService } from './messages/muted-room.service.ts'
import { createUnreadScan } from './messages/unread-scan.ts'
import { createNotificationEvents } from './notifications.events.ts'
import { createNotificationLimits } from './notifications.limits.ts'
import { createNotificationProcedures } from './notifications.routes.ts'
import { ownDataOfNotifications } from './own-data.repository.ts'
import type { CanReach, CaseDeciders, QuotedTexts, Recipients, RefundReceipts } from './ports.ts'
import { PushService } from './push/push.service.ts'
import { findQuietHoursEnd } from './settings/quiet-hours.ts'
import { SettingsService } from './settings/settings.service.ts'

const DUE_MS = 1000
const SWEEP_MS = 10_000

export interface NotificationsModuleOptions {
  db: Database
  live: LiveServer
  origins: Origins
  logger: Logger
  limits: Limits
  mailTransport: MailTransport
  pushSender: PushSender | null
  authSecrets: Secrets
  accounts: Recipients
  refundReceipts: RefundReceipts
  quotedTexts: QuotedTexts
  canReach: CanReach
  mayDecideCases: CaseDeciders
  profiles: ProfileService
  recordFailure: RecordFailure
  siteSettings: Pick<SiteSettingsStore, 'read'>
  notifyEveryMs?: number | undefined
}

export function createNotificationsModule(options: NotificationsModuleOptions) {
  const { db, live, origins, logger, mailTransport, authSecrets: secrets, accounts, profiles, recordFailure } = options
  const { base } = origins
  const push = new PushService({
    db,
    sender: options.pushSender,
    count: createNotificationLimits(options.limits).subscription,
    logger,
    recordFailure,
  })
  const events = createNotificationEvents(live)
  const bell = new NotificationService({ db, profiles, events, track: (work) => live.track(work), logger })
  const { findConfirmedEmail } = accounts
  const settings = new SettingsService({ db, findConfirmedEmail, pushKey: push.publicKey, releaseDigest })
  const mutedRooms = createMutedRoomService({ db })
  const links = createUnsubscribeLinks({ base, secrets })
  const content = new NotificationContentService({ ...options, profiles })
  const deliveries = new DeliveryService({
    db,
    logger,
    content,
    settings,
    accounts,
    mailTransport,
    push,
    links,
    base,
    recordFailure,
  })
  const scanUnread = createUnreadScan({ db })

  /** Logs a failure; the next run repeats failed and interrupted work. */
  const attempting = (work: (leaving: AbortSignal) => Promise<void>, failure: string) => (leaving: AbortSignal) =>
    work(leaving).catch((error: unknown) => {
      recordFailure('notification')
      logger.warn({ reason: describeError(error) }, failure)
    })
  const sweep = async (leaving: AbortSignal): Promise<void> => {
    await bell.sweep(leaving)
    await deliveries.forgetEnded(leaving)
  }

  return {
    ownData: ownDataOfNotifications,
    backlogs: createNotificationBacklogs(options),
    domainEvents: bell.domainEvents,
    /** Never throws: after a failure, the next call stores the language. */
    recordLanguage: (...noted: Parameters<typeof settings.recordLanguage>): Promise<void> =>
      settings.recordLanguage(...noted).catch((error: unknown) => {
        logger.warn({ reason: describeError(error) }, 'storing a language failed')
      }),
    findLanguage: (userId: string) => settings.findLanguage(userId),
    findPaymentsRecipient: async (userId: string) => {
      const { language, mailOff, bouncedEmail, quietHours } = await settings.findPreferences(db, userId)
      const to = await findConfirmedEmail(userId)
      if (to === null || to === bouncedEmail || mailOff.includes('payments')) return null
      const unsubscribeUrl = links.toUrl(userId, ['payments'])
      return { to, language, unsubscribeUrl, quietUntil: findQuietHoursEnd(quietHours, new Date()) }
    },
    procedures: createNotificationProcedures({ bell, settings, mutedRooms, push }),

    serve: (server: HttpServer): Promise<void> =>
      serveUnsubscribePages(server, { links, settings, siteSettings: options.siteSettings }),

    start: (): (() => Promise<void>) => {
      const dueMs = options.notifyEveryMs ?? DUE_MS
      const ends = [
        repeatWork(attempting(sweep, 'sweeping domain events failed'), SWEEP_MS),
        repeatWork(attempting(scanUnread, 'scanning unread messages failed'), dueMs),
        repeatWork(
          attempting((leaving) => deliveries.sendDue('mail', leaving), 'sending notification mails failed'),
          dueMs,
        ),
        repeatWork(
          attempting((leaving) => deliveries.sendDue('push', leaving), 'sending pushes failed'),
          dueMs,
        ),
        repeatWork(
          attempting((leaving) => deliveries.sendPending(leaving), 'sending pending pushes failed'),
          dueMs,
        ),
      ]
      return async () => {
        await Promise.all(ends.map((end) => end()))
      }
    },
  }
}
