import type { ContractRouterClient } from '@orpc/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { contract } from '@kundig/contract/contract'
import { type ErrorCode, ERRORS, isErrorCode } from '@kundig/contract/errors'
import type { CategoryEntry } from '@kundig/contract/profiles/categories'
import { SITE_PICTURE, toSiteTexts } from '@kundig/contract/site/branding'
import {
  APPLICATION_PATHS,
  readDashboardTab,
  readExpertFilter,
  OPERATOR_PAGES,
  OPERATOR_PATH,
  type OwnPage,
  type PageState,
  type PublicPage,
} from '@kundig/contract/site/public-pages'

import type { RequestContext } from '../implementation.ts'
import { toErrorAnswer } from '../platform/http/answers.ts'
import { type HttpServer, setRetryAfter } from '../platform/http/http-server.ts'
import type { Pages, UnroutedPages } from '../platform/http/pages/pages.ts'
import { readPreferences } from '../platform/http/pages/preferences.ts'
import type { Logger } from '../platform/logging/logger.ts'
import { type ShownSettings, buildSiteMarkup, toSitePicturePath } from './site-pages.ts'
import { renderTermsBanner } from './terms-banner.ts'
import type { WebClient } from './web-client.ts'

type Calls = ContractRouterClient<typeof contract>

type FetchPage<Page> = (calls: Calls, search: URLSearchParams) => Promise<Page>

export interface PublicPagesOptions {
  pages: Pages
  render: WebClient['render']
  createContext: (request: FastifyRequest, reply: FastifyReply) => Promise<RequestContext>
  /** Returns procedures that run with the caller's permissions. Pages show only answers of these procedures. */
  callAs: (context: RequestContext) => Calls
  base: string
  readSite: () => ShownSettings
  logger: Logger
  /** Counts a page request of a client address. @throws Refusal TOO_MANY_ATTEMPTS */
  countPage: (clientAddress: string) => void
  categories: () => readonly CategoryEntry[]
}

/** Serves pages (spec 2) as HTML with their content. @returns the handler for unknown routes */
export function servePublicPages(server: HttpServer, options: PublicPagesOptions): UnroutedPages {
  const { categories } = options
  const pages = new PageServer(options)
  const fetchLanding = async (calls: Calls, search: URLSearchParams) => {
    const filter = readExpertFilter(search, categories())
    return { kind: 'landing' as const, filter, experts: await calls.profiles.list(filter) }
  }

  server.get('/', (request, reply) => pages.sendPublicPage(request, reply, fetchLanding))

  server.get<{ Params: { id: string } }>('/profile/:id', (request, reply) =>
    pages.sendPublicPage(request, reply, async (calls) => {
      const { id } = request.params
      try {
        return { kind: 'profile', id, profile: await calls.profiles.get({ id }) }
      } catch (error) {
        const { code, status } = toErrorAnswer(error, options.logger, { page: 'profile' })
        if (status >= 500 || !isErrorCode(code)) throw error
        return { kind: 'profile', id, refusal: code }
      }
    }),
  )

  server.get('/dashboard', (request, reply) =>
    pages.sendPrivatePage(request, reply, true, async (calls, search) => {
      const tab = readDashboardTab(search)
      // The URL of the dashboard does not contain the search text.
      const filter = { ...readExpertFilter(search, categories()), query: '' }
      const experts = tab === 'explore' ? await calls.profiles.list(filter) : null
      return { kind: 'dashboard', tab, filter, experts }
    }),
  )

  server.get('/account', (request, reply) =>
    pages.sendPrivatePage(request, reply, false, async () => ({ kind: 'account' })),
  )

  serveOperatorPages(server, options, pages)

  return {
    isOfApplication: (path) => APPLICATION_PATHS.includes(path) || /^\/(?:profile\/[^/]+)?$/u.test(path),
    sendUnknown: (request, reply) =>
      pages.sendPublicPage(
        request,
        reply,
        async (calls, search) => ({ ...(await fetchLanding(calls, search)), isStandIn: true }),
        '/',
      ),
  }
}

function serveOperatorPages(server: HttpServer, options: PublicPagesOptions, pages: PageServer): void {
  for (const page of [OPERATOR_PATH, ...OPERATOR_PAGES]) {
    server.get(page.replace('$', ':'), async (request, reply) => {
      try {
        const calls = await pages.callAs(request, reply)
        await calls.operations.me()
      } catch (error) {
        const { status } = toErrorAnswer(error, options.logger, { page })
        if (status !== 404) return pages.sendShellAfterError(request, reply, error)
        reply.callNotFound()
        return reply
      }
      return options.pages.sendShell(request, reply)
    })
  }
}

class PageServer {
  readonly #options: PublicPagesOptions

  constructor(options: PublicPagesOptions) {
    this.#options = options
  }

  async callAs(request: FastifyRequest, reply: FastifyReply): Promise<Calls> {
    return this.#options.callAs(await this.#options.createContext(request, reply))
  }

  async sendPublicPage(
    request: FastifyRequest,
    reply: FastifyReply,
    fetchPage: FetchPage<PublicPage>,
    address = request.url,
  ): Promise<FastifyReply> {
    try {
      this.#options.countPage(request.ip)
      const { pathname, search, searchParams } = new URL(address, this.#options.base)
      const { language, darkMode } = readPreferences(request)
      const calls = await this.callAs(request, reply)
      const [page, { session, waiting }] = await Promise.all([
        fetchPage(calls, searchParams),
        fetchReaderSession(calls),
      ])
      return await this.#send(request, reply, { page, pathname, search, language, darkMode, session, waiting })
    } catch (error) {
      return this.sendShellAfterError(request, reply, error, address === request.url ? 200 : 404)
    }
  }

  /** Answers with a private page. Visitors get the log-in page; people without a required profile get its form. */
  async sendPrivatePage(
    request: FastifyRequest,
    reply: FastifyReply,
    needsProfile: boolean,
    fetchPage: FetchPage<OwnPage>,
  ): Promise<FastifyReply> {
    try {
      this.#options.countPage(request.ip)
      const { pathname, search, searchParams } = new URL(request.url, this.#options.base)
      const { language, darkMode } = readPreferences(request)
      const calls = await this.callAs(request, reply)
      const { session, waiting } = await fetchReaderSession(calls)
      if (session === null) return await this.#options.pages.sendShell(request, reply)
      if (needsProfile && !session.has_profile) {
        return await reply
          .header('cache-control', 'private, no-store')
          .redirect(session.role ? OPERATOR_PATH : '/account')
      }
      const page = await fetchPage(calls, searchParams)
      return await this.#send(request, reply, { page, pathname, search, language, darkMode, session, waiting })
    } catch (error) {
      return this.sendShellAfterError(request, reply, error)
    }
  }

  /** Sends the application's shell, which retries in the browser. @param otherwise status unless 429 or 503 */
  sendShellAfterError(
    request: FastifyRequest,
    reply: FastifyReply,
    error: unknown,
    otherwise = 200,
  ): Promise<FastifyReply> {
    const { status } = toErrorAnswer(error, this.#options.logger, { page: request.routeOptions.url })
    setRetryAfter(reply, error)
    return this.#options.pages.sendShell(request, reply, status === 503 || status === 429 ? status : otherwise)
  }

  async #send(
    request: FastifyRequest,
    reply: FastifyReply,
    state: Omit<PageState, 'categories'>,
  ): Promise<FastifyReply> {
    const { page, language, darkMode, session } = state
    const shown = this.#options.readSite()
    const rendered = await this.#options.render(
      { ...state, categories: this.#options.categories() },
      this.#options.base,
      toSiteTexts(shown.face),
    )
    const banner = session?.terms ? renderTermsBanner(session.terms, language) : ''
    return this.#options.pages.send(request, reply, {
      ...rendered,
      head: rendered.head.replaceAll(
        `"${this.#options.base}${SITE_PICTURE}"`,
        `"${this.#options.base}${toSitePicturePath(shown)}"`,
      ),
      body: banner + rendered.body,
      status: toHttpStatus(page),
      language,
      darkMode,
      isPersonal: session !== null,
      site: buildSiteMarkup(shown),
    })
  }
}

async function fetchReaderSession(calls: Calls): Promise<Pick<PageState, 'session' | 'waiting'>> {
  const session = await calls.auth.session()
  return { session, waiting: session && (await calls.connectionRequests.waiting()) }
}

/** Errors that mean an unknown page: a malformed id is treated like an unknown id. */
const UNKNOWN: readonly ErrorCode[] = ['INVALID_INPUT', 'NOT_FOUND']

function toHttpStatus(page: PublicPage): number {
  if (page.kind === 'landing') return page.isStandIn === true ? 404 : 200
  if (!('refusal' in page)) return 200
  return UNKNOWN.includes(page.refusal) ? 404 : ERRORS[page.refusal].status
}
