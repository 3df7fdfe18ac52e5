import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import type { Database } from '../database/database.ts'
import { type HttpServer, replyWithError } from '../http/http-server.ts'
import type { Origins } from '../http/origins.ts'
import { escapeHtml } from './escape-html.ts'
import { findById, type KeptMail, listNewest } from './local-mail.repository.ts'

/** Where the mails of a server without a mail server are read. */
export const LOCAL_MAIL_PATH = '/dev/mail'

const params = z.object({ id: z.uuid() })

/** A mail may style itself and open its links in the whole tab, and nothing else. */
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

/**
 * Serves the kept mails, to be read in place of a mailbox while trying the product out. Never to be served
 * in production: whoever reads a mail can use what is in it.
 */
export function serveLocalMails(
  server: HttpServer,
  { db, origins, title }: { db: Database; origins: Origins; title: string },
): void {
  // By our own name only: a foreign page could have its name point at this machine and read along.
  const names = new Set(origins.all.map((origin) => new URL(origin).hostname))
  const serve = (
    path: string,
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<string | null>,
  ): void => {
    server.get(path, async (request, reply) => {
      const body = names.has(request.hostname) ? await answer(request, reply) : null
      if (body === null) return replyWithError(reply, 'NOT_FOUND')
      return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(body)
    })
  }
  const mailOf = async (request: FastifyRequest): Promise<KeptMail | null> => {
    const { data } = params.safeParse(request.params)
    return data ? findById(db, data.id) : null
  }

  serve(LOCAL_MAIL_PATH, async () => listPage(title, await listNewest(db)))
  serve(`${LOCAL_MAIL_PATH}/:id`, async (request) => {
    const mail = await mailOf(request)
    return mail && mailPage(title, mail)
  })
  serve(`${LOCAL_MAIL_PATH}/:id/html`, async (request, reply) => {
    const mail = await mailOf(request)
    if (!mail) return null
    reply.header('content-security-policy', MAIL_POLICY).header('x-frame-options', 'SAMEORIGIN')
    return mail.html.replace('<head>', '<head><base target="_top">')
  })
}

const STYLE = `
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
  small, dt { color: var(--ink-2); font-size: 14px; }
  li small { display: block; overflow-wrap: anywhere; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 12px 0 20px; }
  dd { margin: 0; overflow-wrap: anywhere; }
  h2 { margin: 28px 0 8px; font-size: 18px; }
  iframe { display: block; width: 100%; height: 760px; border: 1px solid var(--line); border-radius: 10px; background: #fff; }
  @media (max-width: 620px) { iframe { height: 900px; } }
  pre { margin: 0; padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface); white-space: pre-wrap; overflow-wrap: anywhere; font: 14px/1.5 ui-monospace, monospace; }
`

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`
}

const shown = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

function listPage(product: string, mails: KeptMail[]): string {
  const items = mails.map(
    ({ id, subject, to, createdAt }) =>
      `<li><a href="${LOCAL_MAIL_PATH}/${id}"><strong>${escapeHtml(subject)}</strong><small>To ${escapeHtml(to)}, <time datetime="${createdAt.toISOString()}">${shown(createdAt)}</time></small></a></li>`,
  )
  const list = items.length > 0 ? `<ul>\n${items.join('\n')}\n</ul>` : '<p>No mail yet.</p>'
  return page(
    `Mail – ${product}`,
    `<main>
<p><a href="/">Back to ${escapeHtml(product)}</a></p>
<h1>Mail</h1>
<p>This server sends no mail. Whatever it would have sent is here, the newest first.</p>
${list}
</main>`,
  )
}

function mailPage(product: string, { id, subject, to, text, language, createdAt }: KeptMail): string {
  return page(
    `${subject} – Mail – ${product}`,
    `<main>
<p><a href="${LOCAL_MAIL_PATH}">All mail</a></p>
<h1 lang="${escapeHtml(language)}">${escapeHtml(subject)}</h1>
<dl>
<dt>To</dt><dd>${escapeHtml(to)}</dd>
<dt>Sent</dt><dd><time datetime="${createdAt.toISOString()}">${shown(createdAt)}</time></dd>
</dl>
<iframe src="${LOCAL_MAIL_PATH}/${id}/html" title="The mail as it looks" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>As plain text</h2>
<pre lang="${escapeHtml(language)}">${linked(text)}</pre>
</main>`,
  )
}

/** A text for HTML, its addresses made into links. */
function linked(text: string): string {
  return escapeHtml(text).replace(/https?:\/\/[^\s<]+/gu, (url) => `<a href="${url}">${url}</a>`)
}
