import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Language } from '@kundig/contract/languages'
import type { NotificationTopic } from '@kundig/contract/notifications/notification-kinds'

import { type HttpServer, replyWithError } from '../../../platform/http/http-server.ts'
import { fillHtml } from '../../../platform/settings/site-marks.ts'
import type { SiteSettingsStore } from '../../../platform/settings/site-settings.ts'
import type { SettingsService } from '../settings/settings.service.ts'
import { type UnsubscribeLinks, UNSUBSCRIBE_PATH } from './unsubscribe-link.ts'
import { renderUnsubscribedPage, renderUnsubscribePage } from './unsubscribe-pages.ts'

/** Maximum request body (bytes): mail programs send nothing of use beyond the address. */
const BODY_MAX = 4096

/** Shows a page with a button, because scanners follow links. The button and mail programs (RFC 8058) send a POST. */
export async function serveUnsubscribePages(
  server: HttpServer,
  {
    links,
    settings,
    siteSettings,
  }: {
    links: UnsubscribeLinks
    settings: Pick<SettingsService, 'switchMailOff' | 'findLanguage'>
    siteSettings: Pick<SiteSettingsStore, 'read'>
  },
): Promise<void> {
  const page = (reply: FastifyReply, html: string): FastifyReply =>
    reply
      .header('cache-control', 'no-store')
      // Hides the key from other sites. Without any referrer, the form's own post would have no origin.
      .header('referrer-policy', 'same-origin')
      .type('text/html; charset=utf-8')
      .send(fillHtml(html, siteSettings.read().face))
  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    render: (userId: string, topics: NotificationTopic[], language: Language) => Promise<string>,
  ): Promise<FastifyReply> => {
    const asked = links.read(request.query)
    if (!asked) {
      await replyWithError(reply, 'NOT_FOUND')
      return reply
    }
    return page(reply, await render(asked.userId, asked.topics, await settings.findLanguage(asked.userId)))
  }

  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, _body, done) => done(null))
    scope.get(UNSUBSCRIBE_PATH, (request, reply) =>
      answer(request, reply, async (_userId, topics, language) => renderUnsubscribePage(language, topics, request.url)),
    )
    scope.post(UNSUBSCRIBE_PATH, (request, reply) =>
      answer(request, reply, async (userId, topics, language) => {
        await settings.switchMailOff(userId, topics)
        return renderUnsubscribedPage(language, topics)
      }),
    )
  })
}
