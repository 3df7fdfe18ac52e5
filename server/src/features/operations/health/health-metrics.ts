import { FAILURES, HEALTH_STATES, type FailureKind } from '@kundig/contract/operations/health-kinds'
import type { Health } from '@kundig/contract/operations/health.contract'

import type { FailureMetrics } from '../../../failure-metrics.ts'
import { findFullestDisk } from '../../../platform/disk.ts'
import type { LiveServer } from '../../../platform/live/live-server.ts'
import type { Metrics } from '../../../platform/metrics/metrics.ts'
import type { HealthService } from './health.service.ts'

export interface HealthMetricsOptions {
  metrics: Metrics
  health: Pick<HealthService, 'read'>
  failures: Pick<FailureMetrics, 'onFailure'>
  live: Pick<LiveServer, 'countConnections'>
  diskFolders: readonly string[]
}

/** Registers health figures for monitoring. Backlogs are the same on every server; other figures are this server's. */
export function registerHealthMetrics({ metrics, health, failures, live, diskFolders }: HealthMetricsOptions): void {
  const countFailure = metrics.counterBy('failures_total', 'What failed in the background of this server.', {
    label: 'kind',
    words: FAILURES,
  })
  failures.onFailure((kind: FailureKind) => countFailure(kind))

  const connections = metrics.gauge('live_connections', 'Tabs that are connected to this server.')
  const diskFree = metrics.gauge('disk_free_bytes', 'Free space of the fullest disk of this server.')
  const diskSize = metrics.gauge('disk_size_bytes', 'Size of that disk.')
  metrics.beforeReading(async () => {
    connections(live.countConnections())
    const disk = await findFullestDisk(diskFolders)
    diskFree(disk?.freeBytes ?? null)
    diskSize(disk?.totalBytes ?? null)
  })

  const known = metrics.gauge('health_known', '1 while the database says how the site is, else 0.')
  const show = createGauges(metrics)
  metrics.beforeReading(async () => {
    try {
      show(await health.read())
      known(1)
    } catch {
      // Clears the figures, because outdated figures would look healthy.
      show(null)
      known(0)
    }
  })
}

function createGauges(metrics: Metrics): (health: Health | null) => void {
  const state = metrics.gaugeBy('health_state', 'State of a part: 0 fine, 1 check it, 2 action needed.', 'part')
  const waiting = metrics.gaugeBy('waiting', 'Pending jobs, counted up to 1000.', 'work')
  const overdue = metrics.gaugeBy('overdue_seconds', 'Seconds since the oldest pending job became due.', 'work')
  const stuck = metrics.gaugeBy('stuck', 'Jobs that failed several times.', 'work')
  const size = metrics.gauge('database_size_bytes', 'Size of the database.')
  const used = metrics.gauge('database_connections', 'Connections of the database.')
  const most = metrics.gauge('database_connections_max', 'Maximum connections of the database.')
  const backup = metrics.gauge('last_backup_timestamp_seconds', 'Time of the last known backup.')
  const servers = metrics.gauge('servers', 'Servers that run.')
  const books = metrics.gauge('books_difference_cents', 'By how much the books and the balance at Stripe differ.')

  return (health) => {
    const resource = (kind: string) => health?.resources.find((one) => one.kind === kind)
    for (const gauge of [state, waiting, overdue, stuck]) gauge.clear()
    for (const one of health?.backlogs ?? []) {
      waiting.set(one.kind, one.count)
      overdue.set(one.kind, one.overdue_s ?? 0)
      stuck.set(one.kind, one.stuck)
    }
    for (const one of [...(health?.backlogs ?? []), ...(health?.resources ?? [])]) {
      state.set(one.kind, HEALTH_STATES.indexOf(one.state))
    }
    if (health) state.set('all', HEALTH_STATES.indexOf(health.state))
    size(resource('database_size')?.amount ?? null)
    used(resource('database_connections')?.amount ?? null)
    most(resource('database_connections')?.of ?? null)
    servers(resource('servers')?.amount ?? null)
    books(resource('books')?.amount ?? null)
    const at = resource('backup')?.at ?? null
    backup(at === null ? null : Date.parse(at) / 1000)
  }
}
