import { type BacklogKind, BACKLOGS, COUNTED_AT_MOST, findWorstState } from '@kundig/contract/operations/health-kinds'
import { type Health, health as schema } from '@kundig/contract/operations/health.contract'

import type { Backlogs } from '../../../backlog.ts'
import type { Database } from '../../../platform/database/database.ts'
import { pickFullestDisk } from '../../../platform/disk.ts'
import { toWire } from '../../../platform/wire/to-wire.ts'
import type { BooksService } from '../../books/ledger/books.service.ts'
import * as policy from './health.policy.ts'
import * as repository from './health.repository.ts'

/** Period for which the health is cached (ms), so that frequent calls do not repeat its queries. */
const KEPT_MS = 3000

const toServer = toWire(schema.shape.servers.element)
const toFailure = toWire(schema.shape.failures.element)

export interface Backup {
  endedAt: Date
  sizeBytes: number | null
}

export interface HealthServiceOptions {
  db: Database
  backlogs: readonly Backlogs[]
  readLastBackup: () => Promise<Backup | null>
  /** False on sites without payments, which have no books. */
  takesPayments: boolean
  readBooks: BooksService['health']
  keptMs?: number
}

/** Reads the health of the site. Every count uses an index and has a limit. */
export class HealthService {
  readonly #deps: HealthServiceOptions
  readonly #keptMs
  #kept: { until: number; answer: Promise<Health> } | undefined

  constructor(deps: HealthServiceOptions) {
    this.#deps = deps
    this.#keptMs = deps.keptMs ?? KEPT_MS
  }

  async #readBacklogs(): Promise<Health['backlogs']> {
    const all: readonly Backlogs[] = [
      ...this.#deps.backlogs,
      { jobs: () => repository.countJobs(this.#deps.db, COUNTED_AT_MOST) },
    ]
    const answers: Health['backlogs'] = []
    // Counts one backlog after the other, so that health checks take no connections from other requests.
    for (const kind of BACKLOGS) {
      const found = await all.find((one) => one[kind])?.[kind]?.()
      if (found) answers.push(describeBacklog(kind, found))
    }
    return answers
  }

  async #look(): Promise<Health> {
    const { db, readLastBackup, takesPayments, readBooks } = this.#deps
    const now = new Date()
    const found = await this.#readBacklogs()
    const servers = (await repository.findServers(db)).map(describeServer)
    const failures = (await repository.findFailures(db)).flatMap(describeFailure)
    const database = await repository.readDatabaseUsage(db)
    const backup = pickLatestBackup(await readLastBackup(), await repository.findExternalBackup(db))
    const resources = [
      ...(await repository.countPendingDecisions(db, COUNTED_AT_MOST)).map(describePendingDecisions),
      ...describeDisk(servers),
      { kind: 'database_size', state: 'fine', amount: database.bytes, of: null, at: null },
      {
        kind: 'database_connections',
        state: policy.judgeConnections(database.connections, database.most),
        amount: database.connections,
        of: database.most,
        at: null,
      },
      {
        kind: 'backup',
        state: policy.judgeBackup(backup && secondsBetween(backup.endedAt, now), database.ageS),
        amount: backup?.sizeBytes ?? null,
        of: null,
        at: backup?.endedAt.toISOString() ?? null,
      },
      {
        kind: 'servers',
        state: findWorstState(servers.map(({ state }) => state)),
        amount: servers.filter(({ state }) => state === 'fine').length,
        of: null,
        at: null,
      },
      ...(takesPayments ? describeBooks(await readBooks()) : []),
    ] satisfies Health['resources']
    return {
      checked_at: now.toISOString(),
      state: findWorstState([...found, ...resources, ...failures].map(({ state }) => state)),
      backlogs: found,
      resources,
      servers,
      failures,
    }
  }

  read(): Promise<Health> {
    if (this.#kept && this.#kept.until > performance.now()) return this.#kept.answer
    const answer = this.#look()
    this.#kept = { until: performance.now() + this.#keptMs, answer }
    // Failures are not cached, so the next call reads the health again.
    answer.catch(() => (this.#kept = undefined))
    return answer
  }
}

const secondsBetween = (from: Date, to: Date): number => (to.getTime() - from.getTime()) / 1000

function describeBacklog(
  kind: BacklogKind,
  found: { count: number; overdueS: number | null; stuck: number },
): Health['backlogs'][number] {
  return {
    kind,
    state: policy.judgeBacklog(found),
    count: found.count,
    is_at_least: found.count >= COUNTED_AT_MOST,
    overdue_s: found.overdueS,
    stuck: found.stuck,
  }
}

const describeServer = (row: repository.ServerRow): Health['servers'][number] =>
  toServer({ ...row, state: policy.judgeServer(row.awayS) })

function describeFailure(row: repository.FailureRow): Health['failures'][number][] {
  const { lastAt } = row
  return lastAt === null ? [] : [toFailure({ ...row, lastAt, state: policy.judgeFailures(row) })]
}

function describeBooks(books: Awaited<ReturnType<BooksService['health']>>): Health['resources'] {
  const { lookedAt, differs, difference, unmatchedCharges, unknownTypes } = books
  const count = (kind: 'unknown_payments' | 'unknown_movements', amount: number): Health['resources'][number] => ({
    kind,
    state: policy.judgeUndecided(amount),
    amount,
    of: null,
    at: null,
  })
  return [
    {
      kind: 'books',
      state: policy.judgeBooks(differs, lookedAt),
      amount: lookedAt === null ? null : difference,
      of: null,
      at: lookedAt?.toISOString() ?? null,
    },
    count('unknown_payments', unmatchedCharges),
    count('unknown_movements', unknownTypes),
  ]
}

function describePendingDecisions({ kind, count, deadline }: repository.PendingDecision): Health['resources'][number] {
  return { kind, state: policy.judgeUndecided(count), amount: count, of: null, at: deadline?.toISOString() ?? null }
}

/** Describes the fullest disk of all running servers; empty when no server stores data or files on its own disk. */
function describeDisk(servers: Health['servers']): Health['resources'] {
  const disks = servers.flatMap(({ state, disk_free_bytes: freeBytes, disk_total_bytes: totalBytes }) =>
    state === 'fine' && freeBytes !== null && totalBytes !== null ? [{ freeBytes, totalBytes }] : [],
  )
  const fullest = pickFullestDisk(disks)
  if (fullest === null) return []
  const { freeBytes, totalBytes } = fullest
  return [{ kind: 'disk', state: policy.judgeDisk(fullest), amount: freeBytes, of: totalBytes, at: null }]
}

function pickLatestBackup(one: Backup | null, other: Backup | null): Backup | null {
  if (one === null || other === null) return one ?? other
  return one.endedAt >= other.endedAt ? one : other
}
