import type { Jobs, QueueSettings } from '../jobs/jobs.ts'
import type { Logger } from '../logging/logger.ts'
import type { FillIn } from '../settings/site-marks.ts'
import { named } from './named-mail.ts'

/** Mail to one person, in both forms. */
export interface Mail {
  to: string
  subject: string
  /** Whole mail as plain text. */
  text: string
  /** Whole mail as an HTML page. */
  html: string
  /** Language code, such as `nl`. */
  language: string
  /** ISO instant after which it is useless and no longer sent. */
  usefulUntil?: string
  /** Thread under which mail programs group it, such as `room.1`. */
  thread?: string
  /** Address that ends such mails by a POST, without logging in (RFC 8058). */
  unsubscribeUrl?: string
}

/** Thrown when a mail server permanently refuses an address: no later try can succeed. */
export class AddressRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'AddressRefused'
  }
}

/** Transport of mails: over SMTP, or into the local outbox. */
export interface MailTransport {
  /**
   * Delivers a mail.
   * @param id the same for each try, so that a second copy can be recognised
   * @throws AddressRefused when the address accepts no mail at all
   * @throws when it was not accepted; it is retried later
   */
  deliver: (mail: Mail, id: string) => Promise<void>
}

/**
 * Nine tries, the last about three hours after the first. Mails contain links that work for any reader: the queue
 * deletes a mail immediately after sending it, and minutes after its last failed try.
 */
const DELIVERY: QueueSettings = {
  retryLimit: 8,
  retryDelay: 60,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
  forgetsDone: true,
}

/** Name of the mail queue. */
export const MAIL_QUEUE = 'mail'

export interface MailOutbox {
  /** Accepts a mail: once this resolves it will be sent, even when the mail server or this one is down for a while. */
  enqueue: (mail: Mail) => Promise<void>
}

/** Wraps a transport: it fills in the site's name as mails leave. */
export const naming = (transport: MailTransport, readBranding: () => FillIn): MailTransport => ({
  deliver: (mail, id) => transport.deliver(named(mail, readBranding()), id),
})

/** Creates the durable outbox: every mail is a job, tried until the transport accepts it. */
export async function createMailOutbox({
  jobs,
  transport,
  logger,
  readBranding,
}: {
  jobs: Jobs
  transport: MailTransport
  logger: Logger
  /** Reads the values to fill in when a mail is queued: another server may send it. */
  readBranding: () => FillIn
}): Promise<MailOutbox> {
  const enqueue = await jobs.queue<Mail>(MAIL_QUEUE, DELIVERY, async (mail, id) => {
    if (mail.usefulUntil !== undefined && Date.parse(mail.usefulUntil) <= Date.now()) {
      logger.error({ job: id }, 'a mail could not be sent while it was of use')
      return
    }
    await transport.deliver(mail, id)
  })
  return { enqueue: (mail) => enqueue(named(mail, readBranding())) }
}
