import { describe, expect, it } from 'vitest'

import type { NotificationContent } from '../deliveries/notification-content.ts'
import { buildNotificationMail } from './notification-mails.ts'

const mailOf = (...contents: NotificationContent[]) =>
  buildNotificationMail({
    language: 'en',
    to: 'ann@example.org',
    contents,
    isDigest: false,
    base: 'https://site.example',
    unsubscribeUrl: null,
  })
const request = (name: string, ...quotes: string[]): NotificationContent => ({
  kind: 'request_received',
  subjectId: name,
  roomId: null,
  actorName: name,
  amount: null,
  currency: null,
  receipt: null,
  quotes,
})

describe('quotes in a mail', () => {
  it('follow the name of their author, with “>” before each line', () => {
    const { subject, text } = mailOf(request('Bob', 'Can you help me?'))
    expect(subject).toBe('Bob wants to talk to you')
    expect(text).toContain('Bob wrote:\n\n  > Can you help me?\n\n')
  })

  it('stand below their own event in a mail about several events', () => {
    const { subject, text } = mailOf(request('Bob', 'Can you help me?'), request('Cas', 'And me?'))
    expect(subject).toBe('Bob wants to talk to you, and 1 more')
    expect(text).toContain(
      '- Bob wants to talk to you\n  > Can you help me?\n- Cas wants to talk to you\n  > And me?\n',
    )
  })

  it('are plain text, without markup and links', () => {
    const { html } = mailOf(request('Bob', '<a href="https://evil.example">Log in</a></p> https://evil.example'))
    expect(html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;Log in&lt;/a&gt;&lt;/p&gt;')
    expect(html).not.toContain('href="https://evil.example')
  })

  it('are at most twenty, so that mail programs do not clip the mail', () => {
    const { text } = mailOf(...Array.from({ length: 25 }, (_, nth) => request(`Bob ${nth}`, `Question ${nth}`)))
    expect(text.match(/> Question/gu)).toHaveLength(20)
    expect(text).toContain('- Bob 24 wants to talk to you')
  })
})
