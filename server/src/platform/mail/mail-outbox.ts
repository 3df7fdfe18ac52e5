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
  /** ISO instant after which it is no longer sent. */
  usefulUntil?: string
  /** Groups mails in mail programs, such as `room.1`. */
  thread?: string
  /** Unsubscribe address: a POST without a login ends mails of this kind (RFC 8058). */
  unsubscribeUrl?: string
}

/** Permanent: no later try can succeed. */
export class AddressRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'AddressRefused'
  }
}

export interface MailTransport {
  /** Throws AddressRefused when no retry can succeed. `id` is the same for each try, so that a second copy is recognised. */
  deliver: (mail: Mail, id: string) => Promise<void>
}

/** Nine tries in about three hours. A mail is deleted once sent, or minutes later: anyone could use its links. */
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
  /** Durable once this resolves, even when the mail server or this one is down. */
  enqueue: (mail: Mail) => Promise<void>
}

/** Fills in the site's name when a mail is sent. */
export const createNamingTransport = (transport: MailTransport, readBranding: () => FillIn): MailTransport => ({
  deliver: (mail, id) => transport.deliver(fillInBranding(mail, readBranding()), id),
})

/** Every mail is a job, tried until the transport accepts it. */
export async function createMailOutbox({
  jobs,
  transport,
  logger,
  readBranding,
}: {
  jobs: Jobs
  transport: MailTransport
  logger: Logger
  /** Read when a mail is queued: another server may send it. */
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
