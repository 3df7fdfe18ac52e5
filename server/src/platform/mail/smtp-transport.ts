import { createTransport } from 'nodemailer'

import { AddressRefused, type MailTransport } from './mail-outbox.ts'
import type { Sender } from './named-mail.ts'

/** Timeouts of a delivery (ms), after which the mail is retried. */
const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000

/** Sends mails by a URL such as `smtps://name:password@mail.example:465`. Calls `sender` for each mail. */
export function createSmtpTransport({ url, sender }: { url: string; sender: () => Sender }): MailTransport {
  const transporter = createTransport({
    url,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    deliver: async ({ to, subject, text, html, language, thread, unsubscribeUrl }, id) => {
      const from = sender()
      const domain = from.address.split('@')[1] ?? 'localhost'
      try {
        await transporter.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          ...(thread === undefined ? {} : { references: `<${thread}@${domain}>`, inReplyTo: `<${thread}@${domain}>` }),
          headers: {
            'Content-Language': language,
            'Auto-Submitted': 'auto-generated',
            ...(unsubscribeUrl === undefined
              ? {}
              : {
                  'List-Unsubscribe': `<${unsubscribeUrl}>`,
                  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
                }),
          },
        })
      } catch (error) {
        const reason = findRefusalReason(error)
        throw reason === null ? error : new AddressRefused(reason)
      }
    },
  }
}

/** Returns why an address is permanently refused (RFC 5321, RFC 3463). Null for other errors, like full mailboxes. */
function findRefusalReason(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  const {
    command,
    responseCode = 0,
    response = '',
  } = error as Error & {
    command?: string
    responseCode?: number
    response?: string
  }
  if (command !== 'RCPT TO' || responseCode < 500 || responseCode > 599) return null
  return /^5\d\d[ -]5\.(?:7\.|2\.2)/u.test(response) ? null : `${responseCode}`
}
