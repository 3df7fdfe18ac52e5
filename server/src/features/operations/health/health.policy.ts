import type { HealthState } from '@kundig/contract/operations/health-kinds'

import type { BacklogCount } from '../../../backlog.ts'
import type { DiskSpace } from '../../../platform/disk.ts'

const MINUTE_S = 60
const HOUR_S = 60 * MINUTE_S

/** Age at which due work is late (s): servers check for due work at least every minute. */
const BEHIND_S = 2 * MINUTE_S
/** Age from which due work counts as abandoned by all servers (s). */
const ABANDONED_S = 15 * MINUTE_S
/** Minimum failing jobs that need action. Fewer failures may be the recipients' fault. */
const STUCK_AT_LEAST = 5
/** Maximum time without a report from a running server (s). Servers report every few seconds. */
const SILENT_S = 45
/** Age from which a site needs a backup (s). */
const NEW_SITE_S = 48 * HOUR_S
/** Age at which a nightly backup is late or missing (s). It allows some hours for making the backup. */
const BACKUP_S = { late: 26 * HOUR_S, missing: 50 * HOUR_S }
const GIGABYTE = 1e9
/** Minimum failures per hour that need action. Fewer failures may be chance. */
const OFTEN_PER_HOUR = 10

export function judgeBacklog({ overdueS, stuck }: BacklogCount): HealthState {
  if (stuck >= STUCK_AT_LEAST || (overdueS ?? 0) >= ABANDONED_S) return 'needs_somebody'
  return stuck > 0 || (overdueS ?? 0) >= BEHIND_S ? 'waits' : 'fine'
}

export function judgeDisk(disk: DiskSpace): HealthState {
  const share = disk.freeBytes / disk.totalBytes
  if (share < 0.05 || disk.freeBytes < GIGABYTE) return 'needs_somebody'
  return share < 0.15 ? 'waits' : 'fine'
}

export function judgeConnections(used: number, most: number): HealthState {
  if (used >= 0.9 * most) return 'needs_somebody'
  return used >= 0.75 * most ? 'waits' : 'fine'
}

export function judgeBackup(ageS: number | null, siteAgeS: number): HealthState {
  const oldS = ageS ?? siteAgeS
  if (ageS === null) return oldS < NEW_SITE_S ? 'waits' : 'needs_somebody'
  if (oldS >= BACKUP_S.missing) return 'needs_somebody'
  return oldS >= BACKUP_S.late ? 'waits' : 'fine'
}

/** A server that stopped reporting was killed or is cut off. Another server may have replaced it. */
export const judgeServer = (awayS: number): HealthState => (awayS >= SILENT_S ? 'needs_somebody' : 'fine')

export function judgeFailures({ lastHour, lastDay }: { lastHour: number; lastDay: number }): HealthState {
  if (lastHour >= OFTEN_PER_HOUR) return 'needs_somebody'
  return lastDay > 0 ? 'waits' : 'fine'
}

/** Books that differ from Stripe's balance need action. `comparedAt` is null when Stripe was never reached. */
export function judgeBooks(differs: boolean, comparedAt: Date | null): HealthState {
  if (comparedAt === null) return 'waits'
  return differs ? 'needs_somebody' : 'fine'
}

/** Pending decisions need action: only people can decide, and some decisions have a deadline. */
export const judgeUndecided = (count: number): HealthState => (count > 0 ? 'needs_somebody' : 'fine')
