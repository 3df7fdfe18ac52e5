import { beforeEach, it, expect } from 'vitest'

import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()
let ann: Person
let bob: Person

beforeEach(async () => {
  ;[ann, bob] = await Promise.all([app.profiled(), app.profiled()])
})

it('a new or decided request changes the requests stamp of only its two people', async () => {
  const other = await app.profiled()
  const stampsOf = async () =>
    Promise.all([ann, bob, other].map(async (person) => (await app.resume(person, [])).stamps.requests))
  const seen = [await stampsOf()]
  expect(await stampsOf()).toEqual(seen[0])
  const request = await app.request(ann, bob)
  seen.push(await stampsOf())
  await app.must(bob, 'POST', `/api/connection-requests/${request.id}/reject`)
  seen.push(await stampsOf())
  await app.request(ann, bob)
  seen.push(await stampsOf())
  const [ofAnn, ofBob, ofOther] = [0, 1, 2].map((person) => new Set(seen.map((stamps) => stamps[person])).size)
  expect([ofAnn, ofBob, ofOther]).toEqual([4, 4, 1])
})

it('the seller stamp changes with the seller account, and only then', async () => {
  const stampOf = async () => (await app.resume(ann, [])).stamps.seller
  await app.sql('INSERT INTO users (id) VALUES ($1) ON CONFLICT DO NOTHING', [ann.id])
  const seen = [await stampOf()]
  const change = async (set: string): Promise<void> => {
    await app.sql(`UPDATE users SET ${set} WHERE id = $1`, [ann.id])
    seen.push(await stampOf())
  }
  await change(`stripe_connect_account_id = 'acct_' || id`)
  await change(`transfers_status = 'pending'`)
  await change(`requirements_due = '{identity.individual}'`)
  await change(`transfers_status = 'active', requirements_due = '{}'`)
  expect(new Set(seen).size).toBe(seen.length)
  expect(await stampOf()).toBe(seen.at(-1))
})

it('a new or read notification changes only its owner’s notifications stamp', async () => {
  const [reader, other] = await Promise.all([app.profiled(), app.profiled()])
  const stampsOf = async () =>
    Promise.all([reader, other].map(async (person) => (await app.resume(person, [])).stamps.notifications))
  const before = await stampsOf()
  expect(await stampsOf()).toEqual(before)
  await app.request(other, reader)
  await expect.poll(async () => (await stampsOf())[0]).not.toBe(before[0])
  const notified = await stampsOf()
  await app.must(reader, 'POST', '/api/notifications/read', {})
  const read = await stampsOf()
  expect(read[0]).not.toBe(notified[0])
  expect([notified[1], read[1]]).toEqual([before[1], before[1]])
})
