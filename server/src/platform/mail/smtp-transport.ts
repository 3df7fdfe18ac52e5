import { createTransport } from 'nodemailer'

import type { MailTransport } from './mail-outbox.ts'

/** A mail server that does not answer is given up on after this long, and tried again later (ms). */
const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000

/**
 * Sends over SMTP.
 * @param url such as `smtps://name:password@mail.example:465`
 * @param from the sender, such as `Example <no-reply@mail.example>`
 */
export function createSmtpTransport({ url, from }: { url: string; from: string }): MailTransport {
  const transporter = createTransport({
    url,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = /@([^>\s]+)/u.exec(from)?.[1] ?? 'localhost'
  return {
    deliver: async ({ to, subject, text, html, language }, id) => {
      await transporter.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${domain}>`,
        headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
      })
    },
  }
}
