import type { Jobs, QueueSettings } from '../jobs/jobs.ts'
import type { Logger } from '../logging/logger.ts'
import type { FillIn } from '../settings/site-marks.ts'
import { named } from './named-mail.ts'

/** A mail to one person, in both of its forms. */
export interface Mail {
  to: string
  subject: string
  /** The whole mail as plain text. */
  text: string
  /** The whole mail as an HTML page. */
  html: string
  /** What it is written in, such as `nl`. */
  language: string
  /** ISO instant after which it is of no use to anyone and is not sent any more. */
  usefulUntil?: string
  /** What mail programs show together with others of the same thread, such as `room.1`. */
  thread?: string
  /** An address that ends such mails by a POST, without anybody logging in (RFC 8058). */
  unsubscribeUrl?: string
}

/** Thrown where a mail server says for good that an address takes no mail: no later try can succeed. */
export class AddressRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'AddressRefused'
  }
}

/** How a mail leaves: over SMTP, or into the local outbox. */
export interface MailTransport {
  /**
   * Delivers a mail.
   * @param id the same for each try, so that a second copy can be recognised
   * @throws AddressRefused when the address takes no mail at all
   * @throws when it was not accepted; it is tried again later
   */
  deliver: (mail: Mail, id: string) => Promise<void>
}

/**
 * Nine tries, the last about three hours after the first. Mails carry links that work for anyone: the queue forgets a mail
 * at once when it was sent, and minutes after its last try when it could not be.
 */
const DELIVERY: QueueSettings = {
  retryLimit: 8,
  retryDelay: 60,
  retryDelayMax: 3600,
  expireInSeconds: 120,
  deleteAfterSeconds: 60,
  forgetsDone: true,
}

/** The queue in which mails wait. */
export const MAIL_QUEUE = 'mail'

export interface MailOutbox {
  /** Takes a mail: once this resolves it will be sent, even when the mail server or this one is down for a while. */
  enqueue: (mail: Mail) => Promise<void>
}

/** A way for mails that names them as they leave. */
export const naming = (transport: MailTransport, readFace: () => FillIn): MailTransport => ({
  deliver: (mail, id) => transport.deliver(named(mail, readFace()), id),
})

/** The durable outbox: every mail is a job, tried until the transport takes it. */
export async function createMailOutbox({
  jobs,
  transport,
  logger,
  readFace,
}: {
  jobs: Jobs
  transport: MailTransport
  logger: Logger
  /** What mails are named with as they are taken: another server may send them. */
  readFace: () => FillIn
}): Promise<MailOutbox> {
  const enqueue = await jobs.queue<Mail>(MAIL_QUEUE, DELIVERY, async (mail, id) => {
    if (mail.usefulUntil !== undefined && Date.parse(mail.usefulUntil) <= Date.now()) {
      logger.error({ job: id }, 'a mail could not be sent while it was of use')
      return
    }
    await transport.deliver(mail, id)
  })
  return { enqueue: (mail) => enqueue(named(mail, readFace())) }
}
