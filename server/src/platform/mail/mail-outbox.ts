import type { Jobs, QueueSettings } from '../jobs/jobs.ts'
import type { Logger } from '../logging/logger.ts'
import type { FillIn } from '../settings/site-marks.ts'
import { fillInBranding } from './named-mail.ts'

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  language: string
  /** ISO instant after which the mail is no longer sent. */
  usefulUntil?: string
  /** Thread by which mail programs group mails, such as `room.1`. */
  thread?: string
  /** Unsubscribe URL: a POST without a login ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** Permanent refusal of a mail address: no later try can succeed. */
export class AddressRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'AddressRefused'
  }
}

export interface MailTransport {
  /** Sends a mail. Each try has the same `id`, to recognise copies. Throws AddressRefused when retries are useless. */
  deliver: (mail: Mail, id: string) => Promise<void>
}

/** Makes nine tries in about three hours. A mail is deleted once sent or expired, because its links work for anyone. */
const DELIVERY: QueueSettings = {
  retryLimit: 8,
  retryDelay: 60,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
  forgetsDone: true,
}

export const MAIL_QUEUE = 'mail'

export interface MailOutbox {
  /** Queues a mail. Once the promise resolves, the mail survives a failure of the mail server or this server. */
  enqueue: (mail: Mail) => Promise<void>
}

/** Fills in the site's name when a mail is sent. */
export const createNamingTransport = (transport: MailTransport, readBranding: () => FillIn): MailTransport => ({
  deliver: (mail, id) => transport.deliver(fillInBranding(mail, readBranding()), id),
})

/** Creates an outbox in which each mail is a job, retried until the transport accepts the mail. */
export async function createMailOutbox({
  jobs,
  transport,
  logger,
  readBranding,
}: {
  jobs: Jobs
  transport: MailTransport
  logger: Logger
  /** Reads the branding when a mail is queued, because another server may send the mail. */
  readBranding: () => FillIn
}): Promise<MailOutbox> {
  const enqueue = await jobs.queue<Mail>(MAIL_QUEUE, DELIVERY, async (mail, id) => {
    if (mail.usefulUntil !== undefined && Date.parse(mail.usefulUntil) <= Date.now()) {
      logger.error({ job: id }, 'mail expired before delivery')
      return
    }
    await transport.deliver(mail, id)
  })
  return { enqueue: (mail) => enqueue(fillInBranding(mail, readBranding())) }
}
