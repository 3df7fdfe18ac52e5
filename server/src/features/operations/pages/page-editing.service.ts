import { Refusal } from '@kundig/contract/errors'
import { type SitePageDetail, sitePage } from '@kundig/contract/operations/pages.contract'
import { SITE_PAGES, type SitePage } from '@kundig/contract/operations/site-pages'

import type { Database, Executor } from '../../../platform/database/database.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import { type AuditAction, recordAuditEntry } from '../team/audit-log.repository.ts'
import * as repository from './site-pages.repository.ts'
import type { SitePagesService } from './site-pages.service.ts'
import { hasGaps, STARTING_PAGES } from './starting-pages.ts'

const SITE_ID = '00000000-0000-4000-8000-000000000000'

const toPage = toWire(sitePage)

interface Texts {
  en: string
  nl: string
}

const isSame = (one: Texts, other: Texts): boolean => one.en === other.en && one.nl === other.nl

function toDraft(row: repository.PageRow, published: Texts | undefined): Texts {
  if (row.draftEn !== null && row.draftNl !== null) return { en: row.draftEn, nl: row.draftNl }
  const { en, nl } = published ?? STARTING_PAGES[row.page]
  return { en, nl }
}

interface PageEditingServiceOptions {
  db: Database
  sitePages: Pick<SitePagesService, 'refresh'>
}

export class PageEditingService {
  readonly #deps: PageEditingServiceOptions

  constructor(deps: PageEditingServiceOptions) {
    this.#deps = deps
  }

  async #read(executor: Executor, page: SitePage): Promise<SitePageDetail> {
    const row = await repository.findPage(executor, page)
    const versions = await repository.findVersions(executor, page)
    const [latest] = versions
    return toPage({ page, revision: row.revision, draft: toDraft(row, latest), published: latest ?? null, versions })
  }

  /** @throws Refusal PAGE_CHANGED when the page was saved or published after `revision` */
  async #save(
    tx: Executor,
    actorId: string,
    action: Extract<AuditAction, 'page_saved' | 'page_published'>,
    change: { page: SitePage; revision: number; draft: Texts | null },
  ): Promise<void> {
    if (!(await repository.saveDraft(tx, change))) throw new Refusal('PAGE_CHANGED')
    await recordAuditEntry(tx, {
      actorId,
      action,
      subjectKind: 'site',
      subjectId: SITE_ID,
      stateBefore: null,
      stateAfter: change.page,
    })
  }

  async list() {
    const [rows, published] = await Promise.all([
      repository.findPages(this.#deps.db),
      repository.findPublishedVersions(this.#deps.db),
    ])
    return SITE_PAGES.flatMap((page) => {
      const row = rows.find((one) => one.page === page)
      const latest = published.find((one) => one.page === page)
      if (!row) return []
      return {
        page,
        version: latest?.version ?? null,
        published_at: latest?.publishedAt.toISOString() ?? null,
        has_changes: latest !== undefined && !isSame(toDraft(row, latest), latest),
      }
    })
  }

  read(page: SitePage): Promise<SitePageDetail> {
    return this.#read(this.#deps.db, page)
  }

  /** @throws Refusal NOT_FOUND */
  async readVersion(page: SitePage, version: number): Promise<Texts> {
    const found = (await repository.findVersions(this.#deps.db, page)).find((one) => one.version === version)
    if (!found) throw new Refusal('NOT_FOUND')
    return { en: found.en, nl: found.nl }
  }

  /** @throws Refusal PAGE_CHANGED */
  save(
    actorId: string,
    { page, revision, en, nl }: Texts & { page: SitePage; revision: number },
  ): Promise<SitePageDetail> {
    return this.#deps.db.transaction(async (tx) => {
      await this.#save(tx, actorId, 'page_saved', { page, revision, draft: { en, nl } })
      return this.#read(tx, page)
    })
  }

  /** @throws Refusal PAGE_CHANGED, PAGE_HAS_GAPS */
  publish(
    actorId: string,
    { page, revision, asks_again: asksAgain }: { page: SitePage; revision: number; asks_again: boolean },
  ): Promise<SitePageDetail> {
    return this.#deps.db.transaction(async (tx, afterCommit) => {
      const { draft, versions } = await this.#read(tx, page)
      await this.#save(tx, actorId, 'page_published', { page, revision, draft: null })
      if (hasGaps(draft.en) || hasGaps(draft.nl)) throw new Refusal('PAGE_HAS_GAPS')
      const last = versions[0]?.version ?? 0
      await repository.addVersion(tx, {
        page,
        version: last + 1,
        ...draft,
        // The first version of the terms always requires acceptance.
        asksAgain: page === 'terms' && (asksAgain || last === 0),
        publishedBy: actorId,
      })
      afterCommit(() => this.#deps.sitePages.refresh())
      return this.#read(tx, page)
    })
  }
}
