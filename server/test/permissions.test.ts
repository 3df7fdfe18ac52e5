import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it, type MockInstance, vi } from 'vitest'

import { LIVE_INPUTS } from '@kundig/contract/live/live-inputs'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import type { Tab } from '@kundig/testing/people/test-client'
import { type PermissionFixture, createPermissionFixture } from '@kundig/testing/permissions/permission-fixture'
import { PERMISSION_GUARANTEES } from '@kundig/testing/permissions/permission-row'
import { PERMISSION_CELLS, PERMISSIONS } from '@kundig/testing/permissions/permission-table'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp({ payments: 'simulator' })
const payments = usePaymentEnvironment(app)
let fixture: PermissionFixture
let asked: MockInstance<typeof fetch>

beforeAll(async () => {
  fixture = await createPermissionFixture({
    site: app,
    payments,
    sql: app.sql,
    mails: async (to) => (await app.mails(to)).map(({ text }) => text),
  })
  asked = vi.spyOn(globalThis, 'fetch')
})
afterAll(() => asked.mockRestore())

function askedFor(operation = ''): boolean {
  const [method, path] = operation.split(' ')
  if (path === undefined) return true
  const address = new RegExp(`^(?:/api)?${path.replaceAll(/\{\w+\}/gu, '[^/]+')}$`, 'u')
  return asked.mock.calls.some(
    ([input, init]) =>
      (init?.method ?? 'GET') === method &&
      address.test(new URL(input instanceof Request ? input.url : input).pathname),
  )
}

describe('permissions', () => {
  // spec 1.31, 5.53, 5.56, 5.57, 6.2, 6.4, 6.6, 6.9, 6.10, 6.11, 6.12, 6.13, 6.14, 6.15, 6.22, 6.23, 6.24, 7.39, 8.58
  // spec 8.59, 8.60, 8.61, 8.62, 8.63, 8.65
  it.each(PERMISSION_CELLS)('$who may $operation: $outcome', async ({ who, attempt, calls, outcome }) => {
    asked.mockClear()
    expect(await attempt(fixture, who === 'anonymous' ? null : fixture.people[who])).toBe(outcome)
    expect(askedFor(calls), `asks for ${calls}`).toBe(true)
  })

  it('are tested for every operation of the API, every live event and every guarantee', async () => {
    const { paths } = await app.must<{ paths: Record<string, Record<string, { deprecated?: boolean }>> }>(
      null,
      'GET',
      '/api/openapi.json',
    )
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { deprecated }]) => /^(?:get|post|put|patch|delete)$/u.test(method) && !deprecated)
        .map(([method]) => `${method.toUpperCase()} ${path}`),
    )
    const named = new Set(PERMISSIONS.flatMap(({ calls }) => calls ?? []))
    expect([...named].toSorted()).toEqual([...documented, ...Object.keys(LIVE_INPUTS)].toSorted())
    const shown = new Set(PERMISSIONS.map(({ guarantee }) => guarantee))
    expect(PERMISSION_GUARANTEES.filter((guarantee) => !shown.has(guarantee))).toEqual([])
  })
})

describe('refusals reveal nothing', () => {
  // spec 8.45, 8.47
  it('another person’s room is answered exactly like a missing room', async () => {
    const foreign = await app.api(fixture.people.stranger, 'GET', `/api/chat-rooms/${fixture.open.id}`)
    const missing = await app.api(fixture.people.stranger, 'GET', `/api/chat-rooms/${randomUUID()}`)
    expect(foreign.body).toEqual(missing.body)
    expect(foreign.body.message).toBe('Chat room not found')
  })

  // spec 8.40
  it('another person’s request is answered exactly like a missing request', async () => {
    const foreign = await app.api(
      fixture.people.stranger,
      'POST',
      `/api/connection-requests/${await fixture.pendingRequest()}/accept`,
    )
    const missing = await app.api(fixture.people.stranger, 'POST', `/api/connection-requests/${randomUUID()}/accept`)
    expect(foreign.body).toEqual(missing.body)
    expect(foreign.body.message).toBe('Request not found')
  })

  // spec 6.16
  it('a private profile gets the same answer for all other people, logged in or not', async () => {
    const path = `/api/profiles/${fixture.people.receiver.id}`
    const stranger = await app.api(fixture.people.stranger, 'GET', path)
    expect(stranger).toMatchObject({ status: 403, body: { message: 'Profile is not public' } })
    expect(stranger.body).toEqual((await app.api(null, 'GET', path)).body)
    const missing = await app.api(fixture.people.stranger, 'GET', `/api/profiles/${randomUUID()}`)
    expect(missing).toMatchObject({ status: 404, body: { message: 'Profile not found' } })
  })

  // spec 6.24
  it('a stranger’s attempted change has no effect', async () => {
    const before = await app.getRoom(fixture.people.receiver, fixture.open.id)
    await app.send(fixture.people.stranger, fixture.open.id, 'Let me in')
    await app.api(fixture.people.stranger, 'POST', `/api/chat-rooms/${fixture.open.id}/close`)
    await app.api(fixture.people.stranger, 'POST', `/api/chat-rooms/${fixture.open.id}/read`, { up_to_seq: 100 })
    expect(await app.getRoom(fixture.people.receiver, fixture.open.id)).toEqual(before)
  })
})

describe('live events', () => {
  // spec 1.8, 6.12, 7.40
  it('reach the two people concerned and no one else', async () => {
    const [one, other, outsider, greeter] = await Promise.all([
      app.profiled(),
      app.profiled(),
      app.profiled(),
      app.profiled(),
    ])
    const [ones, others, outsiders] = await Promise.all([app.live(one), app.live(other), app.live(outsider)])
    const listBellKinds = (tab: Tab) =>
      tab.listEvents('notification.created').map(({ notification }) => notification.kind)
    const rejected = await app.request(one, other)
    // The test waits for the notification, which is not sent once the request is answered.
    await expect.poll(() => listBellKinds(others)).toEqual(['request_received'])
    await app.reject(other, rejected.id)
    const accepted = await app.request(one, other)
    await expect.poll(() => listBellKinds(others)).toEqual(['request_received', 'request_received'])
    const { room } = await app.accept(other, accepted.id)
    await app.send(one, room.id, 'Between us')
    await others.send(room.id, 'Indeed')
    await others.read(room.id, 2)
    await app.must(one, 'POST', `/api/chat-rooms/${room.id}/close`)
    // A person's events arrive in order: all earlier events have arrived before this last event.
    const last = await app.request(greeter, outsider)
    await expect.poll(() => outsiders.received.length).toBeGreaterThan(1)
    expect(outsiders.received).toEqual([
      { name: 'request.created', payload: expect.objectContaining({ id: last.id }) as unknown },
      {
        name: 'notification.created',
        payload: { notification: expect.objectContaining({ subject_id: last.id }) as unknown, unread: 1 },
      },
    ])
    const names = [
      'request.created',
      'request.decided',
      'request.created',
      'room.opened',
      'request.decided',
      'message.created',
      'message.created',
      'room.read',
      'room.updated',
    ]
    // Events of the bell are excluded, because they may arrive at any time.
    const namesOf = (tab: Tab) =>
      tab.received.map(({ name }) => name).filter((name) => !name.startsWith('notification'))
    await expect.poll(() => namesOf(ones)).toEqual(names)
    // The sending tab gets the second message as its answer, not as an event.
    await expect.poll(() => namesOf(others)).toEqual(names.toSpliced(6, 1))
    await expect.poll(() => listBellKinds(ones)).toEqual(['request_rejected', 'request_accepted'])
    await expect.poll(() => listBellKinds(others)).toEqual(['request_received', 'request_received', 'chat_closed'])
  })

  it('never carry an email address', async () => {
    const [one, other] = await Promise.all([app.profiled(), app.profiled()])
    const tab = await app.live(other)
    const room = await app.room(one, other)
    await app.send(one, room.id, 'Hello')
    await app.must(one, 'POST', `/api/chat-rooms/${room.id}/close`)
    await expect.poll(() => tab.listEvents('room.updated').length).toBe(1)
    expect(JSON.stringify(tab.received)).not.toContain('@')
  })
})
