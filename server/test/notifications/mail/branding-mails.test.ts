import { expect, it } from 'vitest'

import { LANGUAGES } from '@kundig/contract/languages'
import {
  BELL_ONLY_KINDS,
  type DeliveredKind,
  NOTIFICATION_KINDS,
} from '@kundig/contract/notifications/notification-kinds'
import { STATEMENT_KINDS } from '@kundig/contract/safety/statement-rules'
import { DEFAULT_BRANDING } from '@kundig/contract/site/branding'

import { buildAuthMail, type MailKind } from '../../../src/features/auth/email/auth-mails.ts'
import type { NotificationContent } from '../../../src/features/notifications/deliveries/notification-content.ts'
import { buildNotificationMail } from '../../../src/features/notifications/mail/notification-mails.ts'
import { buildOutcomeMail, buildReceiptMail } from '../../../src/features/safety/reports/report-mails.ts'
import { buildStatementMail } from '../../../src/features/safety/statements/statement-mails.ts'
import { buildInvitationMail } from '../../../src/features/waiting-list/invitation-mail.ts'
import { fillInBranding } from '../../../src/platform/mail/named-mail.ts'

const BRANDING = { ...DEFAULT_BRANDING, name: 'Vraag & Raad', primary: '#0b4f6c', accent: '#ffb703' }

const to = 'ann@example.org'
const base = 'https://site.example'
const then = new Date('2027-01-02T03:04:05Z')

const AUTH_KINDS = Object.keys({
  'password-reset': true,
  'email-verification': true,
  'email-change': true,
  'email-change-notice': true,
  'email-changed': true,
  'google-joined': true,
  'google-joined-alone': true,
  'sign-in-code': true,
  question: true,
  'no-account': true,
  'code-alone': true,
  'password-changed': true,
  'new-device': true,
  'second-factor-on': true,
  'second-factor-off': true,
} satisfies Record<MailKind, true>) as MailKind[]

const isMailed = (kind: string): kind is DeliveredKind => !BELL_ONLY_KINDS.some((other) => other === kind)

const NEWS: NotificationContent[] = [
  ...NOTIFICATION_KINDS.filter(isMailed).map((kind) => ({
    kind,
    subjectId: 's',
    roomId: 'r',
    actorName: 'Bob',
    amount: 1200,
    currency: 'eur',
    receipt: null,
    quotes: ['Hello'],
  })),
  {
    kind: 'messages',
    rooms: [
      {
        roomId: 'r',
        partnerName: 'Bob',
        unreadCount: 2,
        quotes: ['Hello', 'Are you there?'],
        upTo: 2,
        readAt: new Date(),
      },
    ],
    isSilent: false,
  },
]

const statement = {
  id: 'i',
  decisionId: 'd',
  personId: 'p',
  subjectKind: 'profile',
  subjectId: 's',
  facts: 'What was seen',
  ground: 'The rule',
  until: then,
  automated: false,
  createdAt: then,
  mailDueAt: null,
  mailedAt: null,
} as unknown as Parameters<typeof buildStatementMail>[0]['statement']

const MAILS = LANGUAGES.flatMap((language) => [
  ...AUTH_KINDS.map(
    (kind) =>
      [
        `${kind} (${language})`,
        buildAuthMail(kind, { language, to, about: to, link: base, usefulUntil: then }),
      ] as const,
  ),
  ...NEWS.map(
    (news) =>
      [
        `${news.kind} (${language})`,
        buildNotificationMail({ language, to, contents: [news], isDigest: false, base, unsubscribeUrl: base }),
      ] as const,
  ),
  ...STATEMENT_KINDS.map(
    (kind) =>
      [`${kind} (${language})`, buildStatementMail({ to, base, statement: { ...statement, language, kind } })] as const,
  ),
  [`receipt (${language})`, buildReceiptMail({ to, reference: 'R-1', language, base })] as const,
  [`outcome (${language})`, buildOutcomeMail({ to, reference: 'R-1', language, base, outcome: 'measure' })] as const,
  [
    `invitation (${language})`,
    buildInvitationMail({ to, name: 'Ann', language, link: base, expiresAt: then }),
  ] as const,
])

it.each(MAILS)('the mail %s uses the owner’s site name and colours, and no defaults', (_kind, mail) => {
  const { subject, text, html } = fillInBranding(mail, BRANDING)
  for (const part of [subject, text, html]) expect(part).not.toMatch(/kundig|site-(?:name|primary|accent)-/iu)
  expect(html).toContain('Vraag &amp; Raad')
  expect(html).toContain(BRANDING.primary)
  expect(html).not.toMatch(/#65204b|#fdc83d/iu)
})

it('amounts, names and codes of a mail are excluded from translation, as whole words', () => {
  const news = NEWS.find(({ kind }) => kind === 'payment_received') as NotificationContent
  const { html } = buildNotificationMail({
    language: 'en',
    to,
    contents: [news, { ...news, kind: 'request_accepted', actorName: 'A' } as NotificationContent],
    isDigest: false,
    base,
    unsubscribeUrl: base,
  })
  expect(html).toContain('<span translate="no">Bob</span> paid you <span translate="no">€12.00</span>')
  expect(html).toContain('<span translate="no">A</span> accepted your question')
  expect(buildReceiptMail({ to, reference: 'R-1', language: 'nl', base }).html).toContain(
    '<span translate="no">R-1</span>',
  )
})
