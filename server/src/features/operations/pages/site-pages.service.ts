import { Refusal } from '@kundig/contract/errors'
import { type Language, LANGUAGES } from '@kundig/contract/languages'
import { SITE_PAGES, type SitePage, TERMS_GRACE_DAYS } from '@kundig/contract/operations/site-pages'

import type { Database } from '../../../platform/database/database.ts'
import { repeatWork } from '../../../platform/jobs/repeated-work.ts'
import { describeError, type Logger } from '../../../platform/logging/logger.ts'
import { renderMarkdown } from './render-markdown.ts'
import * as repository from './site-pages.repository.ts'
import { hideGaps, STARTING_PAGES } from './starting-pages.ts'

/** Interval between checks for pages that another server published (ms). All servers must show a page within 2 s. */
const REFRESH_MS = 1000
/** Maximum cached people who accepted the terms; beyond it, each check queries the database. */
const KNOWN_MAX = 100_000

const DAY_MS = 86_400_000

export interface ShownPage {
  html: Record<Language, string>
  version: number | null
}

export interface PendingTerms {
  version: number
  gateAt: Date
}

interface Known {
  versions: number
  pages: Record<SitePage, ShownPage>
  asking: { version: number; publishedAt: Date } | null
}

interface SitePagesServiceOptions {
  db: Database
  logger: Logger
}

/** Serves the site's own pages from memory, and checks acceptance of the terms. All servers agree within 2 s. */
export class SitePagesService {
  readonly #deps: SitePagesServiceOptions
  #known: Known = { versions: -1, pages: toShownPages([]), asking: null }
  #accepted = new Set<string>()

  constructor(deps: SitePagesServiceOptions) {
    this.#deps = deps
  }

  async #load(): Promise<void> {
    const versions = await repository.countVersions(this.#deps.db)
    if (versions <= this.#known.versions) return
    // The pages read here may be newer than the count. The next check then finds a higher count and reads them again.
    const [published, asking] = await Promise.all([
      repository.findPublishedVersions(this.#deps.db),
      repository.findTermsToAccept(this.#deps.db),
    ])
    if (versions <= this.#known.versions) return
    if (asking?.version !== this.#known.asking?.version) this.#accepted = new Set()
    this.#known = { versions, pages: toShownPages(published), asking }
  }

  refresh(): Promise<void> {
    return this.#load().catch((error: unknown) => {
      // After a failed read, the pages from the last successful read stay in use.
      this.#deps.logger.warn({ part: 'pages', reason: describeError(error) }, 'reading pages failed')
    })
  }

  #gateAt({ publishedAt }: { publishedAt: Date }): Date {
    return new Date(publishedAt.getTime() + TERMS_GRACE_DAYS * DAY_MS)
  }

  read(page: SitePage): ShownPage {
    return this.#known.pages[page]
  }

  /** Returns the version of the terms that a sign-up accepts; null while the terms are a draft. */
  currentTerms(): number | null {
    return this.#known.pages.terms.version
  }

  findPendingTerms(acceptedVersion: number | null): PendingTerms | null {
    const { asking } = this.#known
    if (!asking || (acceptedVersion ?? 0) >= asking.version) return null
    return { version: asking.version, gateAt: this.#gateAt(asking) }
  }

  /** Queries the database only after the deadline, and once per person. @throws Refusal TERMS_NOT_ACCEPTED */
  async requireAccepted(userId: string): Promise<void> {
    const { asking } = this.#known
    if (!asking || this.#accepted.has(userId) || Date.now() < this.#gateAt(asking).getTime()) return
    if (((await repository.findAcceptedTerms(this.#deps.db, userId)) ?? 0) < asking.version)
      throw new Refusal('TERMS_NOT_ACCEPTED')
    if (this.#accepted.size >= KNOWN_MAX) this.#accepted.clear()
    this.#accepted.add(userId)
  }

  /** @throws Refusal TERMS_NOT_CURRENT when `version` is not the current one */
  async accept(userId: string, version: number): Promise<void> {
    const published = await repository.findPublishedVersions(this.#deps.db)
    const isCurrent = published.some((row) => row.page === 'terms' && row.version === version)
    if (!isCurrent) throw new Refusal('TERMS_NOT_CURRENT')
    await repository.saveAcceptedTerms(this.#deps.db, userId, version)
  }

  /** Reads the published pages, and then checks for new ones. @returns a function that stops the checks */
  async start(): Promise<() => Promise<void>> {
    await this.#load()
    return repeatWork(() => this.refresh(), REFRESH_MS)
  }
}

function toShownPages(published: readonly repository.VersionRow[]): Record<SitePage, ShownPage> {
  const shown = (page: SitePage): ShownPage => {
    const row = published.find((one) => one.page === page)
    const text = row ?? STARTING_PAGES[page]
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each language
    const html = Object.fromEntries(
      LANGUAGES.map((language) => [language, renderMarkdown(hideGaps(text[language]))]),
    ) as Record<Language, string>
    return { html, version: row?.version ?? null }
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each page
  return Object.fromEntries(SITE_PAGES.map((page) => [page, shown(page)])) as Record<SitePage, ShownPage>
}
