import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { renderChallengePage } from './challenge-page.ts'
import { CHALLENGE_SCRIPT } from './challenge-script.ts'
import { isForeignPost } from './cross-site-posts.ts'
import { renderDashboardPage } from './dashboard-page.ts'
import type { HostedActions } from './hosted-actions.ts'
import { renderMessagePage, type PageContext } from './hosted-layout.ts'
import { HOSTED_STYLE } from './hosted-style.ts'
import { HOSTED_TEXTS } from './hosted-texts.ts'
import { renderOnboardingPage } from './onboarding-page.ts'
import { buildPagePolicy } from './page-policy.ts'
import { chooseLanguage } from './reader-language.ts'

const FORM = 'application/x-www-form-urlencoded'
const FORM_LIMIT_BYTES = 4096
/** HEAD requests must not use up a single-use link. */
const ONCE = { exposeHeadRoute: false }

/** Text that can be an id. The database would reject some other texts. */
const name = z.string().regex(/^\w+$/u).catch('')
const idParams = z.object({ id: name })
const tokenParams = z.object({ token: name })
const query = z.object({
  locale: z.string().optional().catch(undefined),
  theme: z.enum(['light', 'dark']).nullable().catch(null).default(null),
  framed: z.literal('true').optional().catch(undefined),
})
const challengeForm = z.object({ outcome: z.enum(['pass', 'fail']) })
const onboardingForm = z.object({
  session: z.string().regex(/^\w+$/u),
  outcome: z.enum(['complete', 'incomplete', 'reject']),
})
const typedAmount = z
  .string()
  .regex(/^\d{1,6}(?:[.,]\d{2})?$/u)
  .transform((text) => Number(text.replace(/[.,]/u, '')) * (/[.,]/u.test(text) ? 1 : 100))
  .pipe(z.int().min(1))
const dashboardForm = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('refund'),
    session: name,
    id: name,
    amount: typedAmount,
    left: z
      .string()
      .regex(/^\d{1,9}$/u)
      .transform(Number),
  }),
  z.object({ do: z.enum(['fail', 'succeed']), session: name, id: name }),
])

export interface HostedPagesOptions {
  actions: HostedActions
  base: string
  /** Origins that may frame 3-D Secure challenges, besides the simulator's origin. */
  frameAncestors?: readonly string[]
}

/**
 * Serves Stripe's hosted pages: 3-D Secure, onboarding and dashboard. Refuses posts from other sites. `?locale=en|nl`
 * and `?theme=light|dark` override the browser's preferences.
 */
export function serveHostedPages(
  server: FastifyInstance,
  { actions, base, frameAncestors = [] }: HostedPagesOptions,
): void {
  const contextFor = (request: FastifyRequest): PageContext => {
    const { locale, theme, framed } = query.parse(request.query)
    const language = chooseLanguage(locale, request.headers['accept-language'])
    return { language, texts: HOSTED_TEXTS[language], theme, isFramed: framed !== undefined }
  }
  const say = async (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    what: 'gone' | 'foreign' | 'broken',
  ): Promise<FastifyReply> => {
    const context = contextFor(request)
    const { texts } = context
    return sendPage(reply.status(status), renderMessagePage(context, texts[`${what}Title`], texts[`${what}Text`]))
  }
  const gone = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => say(request, reply, 404, 'gone')

  const pages = async (scope: FastifyInstance): Promise<void> => {
    scope.removeContentTypeParser(FORM)
    scope.addContentTypeParser(FORM, { parseAs: 'string', bodyLimit: FORM_LIMIT_BYTES }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body.toString())))
    })
    scope.addHook('onRequest', async (request, reply) => {
      // Addresses contain ids and tokens, which caches and other sites must not get.
      reply
        .header('cache-control', 'no-store')
        .header('referrer-policy', 'same-origin')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', buildPagePolicy({ framedBy: null, leadsTo: null }))
      if (request.method === 'POST' && isForeignPost(request.headers, base)) return say(request, reply, 403, 'foreign')
      return undefined
    })
    scope.setErrorHandler(async (error, request, reply) => {
      const refused = z.object({ statusCode: z.int().min(400).max(499) }).safeParse(error)
      if (!refused.success) request.log.error(error)
      return say(request, reply, refused.data?.statusCode ?? 500, 'broken')
    })

    scope.get('/hosted/hosted.css', (_request, reply) => sendFile(reply, 'text/css', HOSTED_STYLE))
    scope.get('/hosted/challenge.js', (_request, reply) => sendFile(reply, 'text/javascript', CHALLENGE_SCRIPT))

    scope.get('/hosted/3d-secure/:id', async (request, reply) => {
      const challenge = await actions.challenge(idParams.parse(request.params).id)
      const leadsTo = challenge?.returnUrl ?? null
      reply.header('content-security-policy', buildPagePolicy({ framedBy: frameAncestors, leadsTo }))
      return challenge ? sendPage(reply, renderChallengePage(contextFor(request), challenge)) : gone(request, reply)
    })
    scope.post('/hosted/3d-secure/:id', async (request, reply) => {
      reply.header('content-security-policy', buildPagePolicy({ framedBy: frameAncestors, leadsTo: null }))
      const { data: form } = challengeForm.safeParse(request.body)
      if (!form) return say(request, reply, 400, 'broken')
      const { id } = idParams.parse(request.params)
      const challenge = await actions.decideChallenge(id, form.outcome)
      if (!challenge) return gone(request, reply)
      // Redirects to the same address, which shows the result. A reload then repeats no post.
      const here = `${encodeURIComponent(id)}${/\?.*$/u.exec(request.url)?.[0] ?? ''}`
      return reply.redirect(challenge.returnUrl ?? here, 303)
    })

    scope.get('/hosted/onboarding/:token', ONCE, async (request, reply) => {
      if (isPrefetch(request)) return reply.status(503).send()
      const opened = await actions.openOnboarding(tokenParams.parse(request.params).token)
      if (!opened) return gone(request, reply)
      if ('refreshUrl' in opened) return reply.redirect(opened.refreshUrl, 303)
      // The return address is known only after the decision.
      reply.header('content-security-policy', buildPagePolicy({ framedBy: null, leadsTo: ['http:', 'https:'] }))
      return sendPage(reply, renderOnboardingPage(contextFor(request), opened.onboarding, opened.session))
    })
    scope.post('/hosted/onboarding/:token', async (request, reply) => {
      const { data: form } = onboardingForm.safeParse(request.body)
      if (!form) return say(request, reply, 400, 'broken')
      const decided = await actions.decideOnboarding(form.session, form.outcome)
      return decided ? reply.redirect(decided.returnUrl, 303) : gone(request, reply)
    })

    scope.get('/hosted/dashboard/:token', ONCE, async (request, reply) => {
      if (isPrefetch(request)) return reply.status(503).send()
      const opened = await actions.dashboard(tokenParams.parse(request.params).token)
      if (!opened) return gone(request, reply)
      return sendPage(reply, renderDashboardPage(contextFor(request), opened.dashboard, opened.session))
    })
    scope.post('/hosted/dashboard/:token', async (request, reply) => {
      const { data: form } = dashboardForm.safeParse(request.body)
      if (!form) return say(request, reply, 400, 'broken')
      const { session, ...change } = form
      const dashboard = await actions.changeRefunds(session, change)
      return dashboard
        ? sendPage(reply, renderDashboardPage(contextFor(request), dashboard, session))
        : gone(request, reply)
    })
  }
  void server.register(pages)
}

function isPrefetch({ headers }: FastifyRequest): boolean {
  return [headers['sec-purpose'], headers['purpose']].some((purpose) => purpose?.includes('prefetch'))
}

function sendPage(reply: FastifyReply, body: string): FastifyReply {
  return reply.type('text/html; charset=utf-8').send(body)
}

function sendFile(reply: FastifyReply, type: string, body: string): FastifyReply {
  return reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(body)
}
