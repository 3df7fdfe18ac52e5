import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { Language } from '@kundig/contract/languages'

import type { Database } from '../database/database.ts'
import { type HttpServer, replyWithError } from '../http/http-server.ts'
import { isFromThisMachine, isLoopback } from '../http/loopback.ts'
import type { Origins } from '../http/origins.ts'
import { type Markup, markup } from '../http/pages/markup.ts'
import { readPreferences } from '../http/pages/preferences.ts'
import { findById, listNewestMails, type StoredMail } from './local-mail.repository.ts'

export const LOCAL_MAIL_PATH = '/dev/mail'

const params = z.object({ id: z.uuid() })

const TEXTS = {
  en: {
    locale: 'en-GB',
    mail: 'Email',
    lead: 'This server sends no email. All emails that it would send are here, the newest first.',
    back: (product: string) => `Back to ${product}`,
    all: 'All email',
    none: 'No email yet.',
    to: 'To',
    sent: 'Sent',
    asItLooks: 'The email as it looks',
    asText: 'As plain text',
  },
  nl: {
    locale: 'nl-NL',
    mail: 'Mail',
    lead: 'Deze server verstuurt geen mail. Alle mails die hij zou versturen, staan hier, de nieuwste bovenaan.',
    back: (product: string) => `Terug naar ${product}`,
    all: 'Alle mail',
    none: 'Nog geen mail.',
    to: 'Aan',
    sent: 'Verzonden',
    asItLooks: 'De mail zoals hij eruitziet',
    asText: 'Als platte tekst',
  },
} as const satisfies Record<Language, object>

/** Content security policy of a shown mail: the mail may use styles and open links in the whole tab. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/** Serves a mailbox to this machine only. Never in production: a reader of mails can use their links. */
export function serveLocalMails(
  server: HttpServer,
  { db, origins, title }: { db: Database; origins: Origins; title: () => string },
): void {
  // Only this machine's own names are served: another name's owner could point that name here and read mails.
  const names = new Set(origins.all.map((origin) => new URL(origin).hostname))
  const isOurs = (name: string): boolean => names.has(name) || isLoopback(name)
  const serve = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>,
  ): void => {
    server.get(path, async (request, reply) => {
      const body = isFromThisMachine(request) && isOurs(request.hostname) ? await answer(request, reply) : null
      if (body === null) return replyWithError(reply, 'NOT_FOUND')
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(body)
    })
  }
  const findMail = async (request: FastifyRequest): Promise<StoredMail | null> => {
    const { data } = params.safeParse(request.params)
    return data ? findById(db, data.id) : null
  }

  serve(LOCAL_MAIL_PATH, async (request) =>
    renderListPage(title(), readPreferences(request).language, await listNewestMails(db)),
  )
  serve(`${LOCAL_MAIL_PATH}/:id`, async (request) => {
    const mail = await findMail(request)
    return mail && renderMailPage(title(), readPreferences(request).language, mail)
  })
  serve(`${LOCAL_MAIL_PATH}/:id/html`, async (request, reply) => {
    const mail = await findMail(request)
    if (!mail) return null
    reply.header('content-security-policy', MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN')
    return mail.html.replace('<head>', '<head><base target="_top">')
  })
}

const STYLE = markup`
  :root { color-scheme: light dark; --bg: #fbf8f2; --surface: #fffefb; --line: #e1d8cf; --ink: #2e1728; --ink-2: #5f4958; --link: #7d295d; }
  @media (prefers-color-scheme: dark) { :root { --bg: #1a1017; --surface: #23171f; --line: #3f3039; --ink: #f6f1e9; --ink-2: #c9bcb6; --link: #f8d06b; } }
  * { box-sizing: border-box; }
  body { margin: 0 auto; max-width: 760px; padding: 32px 20px 64px; background: var(--bg); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
  h1 { margin: 0 0 4px; font-size: 26px; line-height: 1.25; }
  p { margin: 0 0 20px; color: var(--ink-2); }
  a { color: var(--link); }
  a:focus-visible { outline: 3px solid var(--link); outline-offset: 3px; border-radius: 4px; }
  ul { list-style: none; margin: 0; padding: 0; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); overflow: hidden; }
  li + li { border-top: 1px solid var(--line); }
  li a { display: block; padding: 12px 16px; text-decoration: none; color: var(--ink); }
  li a:hover strong { text-decoration: underline; }
  time { white-space: nowrap; }
  small, dt { color: var(--ink-2); font-size: 14px; }
  li small { display: block; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 12px 0 20px; }
  dd { margin: 0; overflow-wrap: anywhere; }
  h2 { margin: 28px 0 8px; font-size: 18px; }
  /* As high as our longest mail: no script measures the frame. */
  iframe { display: block; width: 100%; height: 706px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
  @media (max-width: 620px) { iframe { height: 946px; } }
  pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
`

function renderPage(language: Language, title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`.toString()
}

/** Renders a time in UTC, because the reader's time zone is unknown. */
function renderTime(at: Date, language: Language): Markup {
  const words = at.toLocaleString(TEXTS[language].locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return markup`<time datetime="${at.toISOString()}">${words} UTC</time>`
}

function renderListPage(product: string, language: Language, mails: StoredMail[]): string {
  const texts = TEXTS[language]
  const items = mails.map(
    (mail) =>
      markup`<li><a href="${LOCAL_MAIL_PATH}/${mail.id}"><strong lang="${mail.language}">${mail.subject}</strong><small>${texts.to} ${mail.to}, ${renderTime(mail.createdAt, language)}</small></a></li>\n`,
  )
  const list = items.length > 0 ? markup`<ul>\n${items}</ul>` : markup`<p>${texts.none}</p>`
  return renderPage(
    language,
    `${texts.mail} – ${product}`,
    markup`<main>
<p><a href="/">${texts.back(product)}</a></p>
<h1>${texts.mail}</h1>
<p>${texts.lead}</p>
${list}
</main>`,
  )
}

function renderMailPage(product: string, language: Language, mail: StoredMail): string {
  const { id, subject, to, text, createdAt } = mail
  const texts = TEXTS[language]
  return renderPage(
    language,
    `${subject} – ${texts.mail} – ${product}`,
    markup`<main>
<p><a href="${LOCAL_MAIL_PATH}">${texts.all}</a></p>
<h1 lang="${mail.language}">${subject}</h1>
<dl>
<dt>${texts.to}</dt><dd>${to}</dd>
<dt>${texts.sent}</dt><dd>${renderTime(createdAt, language)}</dd>
</dl>
<iframe src="${LOCAL_MAIL_PATH}/${id}/html" title="${texts.asItLooks}" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>${texts.asText}</h2>
<pre lang="${mail.language}">${linkAddresses(text)}</pre>
</main>`,
  )
}

function linkAddresses(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<]+)/u)
    .map((part, index) => (index % 2 === 1 ? markup`<a href="${part}">${part}</a>` : markup`${part}`))
}
