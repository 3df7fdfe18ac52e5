import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { BACKLOGS } from '@kundig/contract/operations/health-kinds'
import { type DatabaseProxy, openDatabaseProxy } from '@kundig/testing/database/database-line'
import type { Person } from '@kundig/testing/people/test-client'
import { createTestApp, createTestDatabase, type TestApp, type TestDatabase } from '@kundig/testing/server/test-app'

import { findFreePort } from '../../../src/platform/http/free-port.ts'

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

const LABEL = String.raw`([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\n"])*)"`
const SAMPLE = new RegExp(
  String.raw`^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(${LABEL}(?:,${LABEL})*,?)?\})? (NaN|[+-]?Inf|[+-]?\d[\d.e+-]*)$`,
  'u',
)

/** Parses Prometheus' text strictly. Samples must follow their family's type, and each series may occur only once. */
function parse(text: string): Sample[] {
  expect(text.endsWith('\n')).toBe(true)
  const types = new Map<string, string>()
  const seen = new Set<string>()
  const samples: Sample[] = []
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const type = /^# TYPE ([a-zA-Z_:][\w:]*) (counter|gauge|histogram|summary|untyped)$/u.exec(line)
    if (type?.[1] !== undefined && type[2] !== undefined) {
      expect(types.has(type[1]), line).toBe(false)
      types.set(type[1], type[2])
      continue
    }
    if (/^# HELP [a-zA-Z_:][\w:]* \S/u.test(line)) continue
    const found = SAMPLE.exec(line)
    expect(found, line).not.toBe(null)
    const name = found?.[1] ?? ''
    const family = types.has(name) ? name : name.replace(/_(?:bucket|sum|count)$/u, '')
    expect(types.has(family), line).toBe(true)
    const series = line.slice(0, line.lastIndexOf(' '))
    expect(seen.has(series), line).toBe(false)
    seen.add(series)
    const labels = Object.fromEntries(
      Array.from(found?.[2]?.matchAll(new RegExp(LABEL, 'gu')) ?? [], ([, label = '', word = '']) => [label, word]),
    )
    samples.push({ name, labels, value: Number(found?.at(-1)) })
  }
  return samples
}

async function gather(app: TestApp): Promise<{ text: string; samples: Sample[] }> {
  const answer = await fetch(`http://127.0.0.1:${app.settings.metrics?.port ?? 0}/metrics`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await answer.text()
  return { text, samples: parse(text) }
}

const measured = async () => ({ metrics: { host: '127.0.0.1', port: await findFreePort() } })

async function value(app: TestApp, name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const { samples } = await gather(app)
  return samples.find(
    (one) => one.name === name && Object.entries(labels).every(([label, wanted]) => one.labels[label] === wanted),
  )?.value
}

describe('/metrics', () => {
  let app: TestApp
  let other: TestApp
  let ann: Person
  let bob: Person
  let roomId: string
  beforeAll(async () => {
    app = await createTestApp(await measured())
    other = await createTestApp({ ...(await measured()), databaseUrl: app.databaseUrl })
    ;[ann, bob] = await Promise.all([app.profiled({ full_name: 'Ann' }), app.profiled({ full_name: 'Bob' })])
    roomId = (await app.room(ann, bob)).id
    const tab = await app.live(ann)
    for (const text of ['One', 'Two']) await tab.send(roomId, text)
    await app.must(ann, 'POST', `/api/chat-rooms/${roomId}/messages`, { client_id: randomUUID(), content: 'Three' })
    for (let times = 0; times < 3; times++) await app.must(ann, 'GET', `/api/profiles/${bob.id}`)
    // These addresses contain unknown routes, and values that a client may invent.
    for (const path of [
      `/api/nothing/${bob.id}`,
      `/${bob.id}`,
      `/api/chat-rooms/${randomUUID()}`,
      '/%zz',
      `/rpc/${bob.id}`,
    ]) {
      await fetch(`http://127.0.0.1:${app.settings.port}${path}?email=${bob.email}`, { method: 'OPTIONS' })
      await app.api(ann, 'GET', `${path}?email=${bob.email}`)
    }
  })
  afterAll(async () => {
    await other.close()
    await app.close()
  })

  it('is served on a separate port only, which has no other routes', async () => {
    const own = `http://127.0.0.1:${app.settings.metrics?.port ?? 0}`
    expect((await fetch(`http://127.0.0.1:${app.settings.port}/metrics`)).status).toBe(404)
    expect((await fetch(`${own}/api/session`)).status).toBe(404)
    expect((await fetch(`${own}/metrics`, { method: 'POST' })).status).toBe(404)
  })

  it('is not served without a configured port', async () => {
    const without = await createTestApp({ databaseUrl: app.databaseUrl })
    try {
      expect((await fetch(`http://127.0.0.1:${without.settings.port}/metrics`)).status).toBe(404)
    } finally {
      await without.close()
    }
  })

  it('is in Prometheus’ text format, with figures of the process', async () => {
    const { samples } = await gather(app)
    const names = new Set(samples.map(({ name }) => name))
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds', 'kundig_servers'])
      expect(names).toContain(name)
  })

  it('has no personal id, address or text in any label', async () => {
    const { text, samples } = await gather(app)
    for (const secret of [ann.id, bob.id, roomId, ann.email, bob.email, '@', 'Three'])
      expect(text).not.toContain(secret)
    const values = new Set(samples.flatMap(({ labels }) => Object.values(labels)))
    for (const one of values) expect(one).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[0-9a-f]{16}|%|\?/iu)
  })

  it('labels requests by route or procedure, whatever the path', async () => {
    expect(
      await value(app, 'kundig_http_request_duration_seconds_count', { route: '/api/profiles.get', status: '2xx' }),
    ).toBe(3)
    const { samples } = await gather(app)
    const routes = new Set(samples.flatMap(({ labels }) => (labels['route'] === undefined ? [] : [labels['route']])))
    for (const route of routes) expect(route).toMatch(/^(?:none|\/[\w.:*/-]*)$/u)
  })

  it('counts acknowledged texts over all transports, and connected tabs', async () => {
    expect(await value(app, 'kundig_messages_acknowledged_total')).toBe(3)
    expect(await value(app, 'kundig_live_connections')).toBe(1)
  })

  it('counts failures from zero, so that the first failure is visible', async () => {
    expect(await value(app, 'kundig_failures_total', { kind: 'payment_unknown' })).toBe(0)
  })

  it('shows the same backlog as the operators’ page', async () => {
    const { samples } = await gather(app)
    const works = samples.flatMap(({ name, labels }) => (name === 'kundig_waiting' ? [labels['work']] : []))
    expect(works).toEqual([...BACKLOGS])
    expect(await value(app, 'kundig_health_known')).toBe(1)
    expect(await value(app, 'kundig_database_connections')).toBeGreaterThan(0)
    expect(await value(app, 'kundig_disk_free_bytes')).toBeGreaterThan(0)
    // Without a backup, the metric has no value. Zero would mean a backup in 1970.
    expect(await value(app, 'kundig_last_backup_timestamp_seconds')).toBe(undefined)
  })

  it('shows each server’s own figures, and the backlog of all', async () => {
    expect(await value(other, 'kundig_messages_acknowledged_total')).toBe(0)
    expect(await value(other, 'kundig_live_connections')).toBe(0)
    expect(await value(other, 'kundig_http_request_duration_seconds_count', { route: '/api/profiles.get' })).toBe(
      undefined,
    )
    expect(await value(other, 'kundig_waiting', { work: 'mails' })).toBe(
      await value(app, 'kundig_waiting', { work: 'mails' }),
    )
  })
})

describe('/metrics while the database is away', () => {
  let database: TestDatabase
  let line: DatabaseProxy
  let app: TestApp
  beforeAll(async () => {
    database = await createTestDatabase()
    line = await openDatabaseProxy(database.url)
    app = await createTestApp({ ...(await measured()), databaseUrl: line.url })
  })
  afterAll(async () => {
    line.mend()
    await app.close()
    line.close()
    await database.drop()
  })

  it('returns the figures of the process, and omits stale ones', async () => {
    expect(await value(app, 'kundig_health_known')).toBe(1)
    line.cut('refuses')
    await expect.poll(() => value(app, 'kundig_health_known'), { timeout: 20_000, interval: 500 }).toBe(0)
    expect(await value(app, 'kundig_waiting')).toBe(undefined)
    expect(await value(app, 'kundig_servers')).toBe(undefined)
    expect(await value(app, 'process_resident_memory_bytes')).toBeGreaterThan(0)
    line.mend()
    await expect.poll(() => value(app, 'kundig_health_known'), { timeout: 20_000, interval: 500 }).toBe(1)
  })
})
