import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import { beforeEach, describe, expect, it } from 'vitest'

import type { Decision } from '@kundig/contract/operations/decisions.contract'
import type { Statement } from '@kundig/contract/safety/statements.contract'
import { holdTransaction } from '@kundig/testing/database/held-transaction'
import { createPdf } from '@kundig/testing/files/made-files'
import { READY_CARDS } from '@kundig/testing/payments/cards'
import { usePaymentEnvironment } from '@kundig/testing/payments/use-payment-environment'
import { makeOperator } from '@kundig/testing/people/operators'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { doRepeatedWork } from '../../src/platform/jobs/repeated-work.ts'

const app = useTestApp({ payments: 'simulator', operatorsNeedSecondFactor: false })
const environment = usePaymentEnvironment(app)
let moderator: Person

beforeEach(async () => {
  moderator = await makeOperator(app, 'moderator')
})

const REASONS = { ground: 'rules', facts: 'You asked people to pay elsewhere.', rule: 'Our rules, part 3' }

async function restrict(who: Person, measure: 'suspend' | 'ban' | 'hide_profile'): Promise<() => Promise<string>> {
  // The case is inserted, because a hidden profile cannot be reported.
  const [row] = await app.sql<{ id: string }>(
    `INSERT INTO report_cases (subject_kind, subject_id, about_id, category)
     VALUES ('profile', $1, $1, 'scam') RETURNING id`,
    [who.id],
  )
  const path = `/api/operations/cases/${row?.id}`
  const days = measure === 'suspend' ? { days: 7 } : {}
  expect(toOutcome(await app.api(moderator, 'POST', `${path}/decide`, { measure, ...REASONS, ...days }))).toBe('200')
  const { items } = await app.must<{ items: Decision[] }>(moderator, 'GET', `${path}/decisions`)
  return async () =>
    toOutcome(
      await app.api(moderator, 'POST', `/api/operations/decisions/${items[0]?.id}/undo`, { facts: 'We were wrong.' }),
    )
}
const rooms = async (who: Person) => toOutcome(await app.api(who, 'GET', '/api/chat-rooms'))
const restriction = async (who: Person) =>
  (await app.must<{ restriction?: object }>(who, 'GET', '/api/second-factor/challenge')).restriction
const isFound = async ({ id }: Person) => toOutcome(await app.api(null, 'GET', `/api/profiles/${id}`)) === '200'
const timePasses = async ({ id }: Person) => {
  await app.sql(`UPDATE standings SET until = now() WHERE account_id = $1`, [id])
  await app.sql(`UPDATE decisions SET until = now() WHERE about_id = $1 AND kind = 'suspend'`, [id])
}

describe('a suspended person', () => {
  it('a suspended person is logged out of all tabs, and can log in to object', async () => {
    const [who, ann] = await Promise.all([app.signUpWithProfile(), app.profiled()])
    const { id: roomId } = await app.room(ann, who)
    const tabs = await Promise.all(Array.from({ length: 5 }, () => app.live(who)))
    await restrict(who, 'suspend')
    for (const tab of tabs) await expect.poll(() => tab.socket.connected, { timeout: 5000 }).toBe(false)
    expect(await rooms(who)).toBe('401 NO_SESSION')

    const back = await app.signIn(who)
    expect(await app.session(back)).toBeNull()
    expect(await restriction(back)).toEqual({ state: 'suspended', until: expect.any(String) as unknown })
    expect(await rooms(back)).toBe('403 SUSPENDED')
    expect(toOutcome(await app.send(back, roomId, 'Still here'))).toBe('403 SUSPENDED')
    await expect(app.live(back)).rejects.toThrow('NO_SESSION')
    const { items } = await app.must<{ items: Statement[] }>(back, 'GET', '/api/statements')
    expect(items).toMatchObject([{ kind: 'suspend', facts: REASONS.facts, may_object: true }])
    const path = `/api/statements/${items[0]?.decision_id}/object`
    expect(toOutcome(await app.api(back, 'POST', path, { text: 'It was not me.' }))).toBe('200')
    expect(toOutcome(await app.api(back, 'POST', '/api/auth/sign-out', {}))).toBe('200')
    expect(await restriction(back)).toBeUndefined()
    expect(JSON.stringify(await app.must(ann, 'GET', `/api/chat-rooms/${roomId}`))).not.toMatch(/suspend/iu)
  })

  it('cannot be found, and gets no requests, until the suspension is undone', async () => {
    const [who, ann] = await Promise.all([app.profiled(), app.profiled()])
    const undo = await restrict(who, 'suspend')
    expect(await isFound(who)).toBe(false)
    const ask = async () =>
      toOutcome(
        await app.api(ann, 'POST', '/api/connection-requests', { receiver_id: who.id, message: 'May I ask you?' }),
      )
    expect(await ask()).toMatch(/^4/u)
    expect(await undo()).toBe('200')
    const back = await app.signIn(who)
    expect(await rooms(back)).toBe('200')
    expect(await isFound(who)).toBe(true)
    expect(await ask()).toBe('201')
  })

  it('regains access the moment the suspension ends, and can be found soon after unless the profile is hidden', async () => {
    const [who, hidden] = await Promise.all([app.profiled(), app.profiled()])
    await restrict(hidden, 'hide_profile')
    await Promise.all([restrict(who, 'suspend'), restrict(hidden, 'suspend')])
    const back = await app.signIn(who)
    await Promise.all([timePasses(who), timePasses(hidden)])
    expect(await rooms(back)).toBe('200')
    expect(await restriction(back)).toBeUndefined()
    await doRepeatedWork()
    expect(await app.sql('SELECT FROM standings WHERE account_id = ANY ($1)', [[who.id, hidden.id]])).toEqual([])
    expect([await isFound(who), await isFound(hidden)]).toEqual([true, false])
  })

  it('cannot complete a file upload that began before the suspension', async () => {
    const [who, ann] = await Promise.all([app.profiled(), app.profiled()])
    const { id: roomId } = await app.room(ann, who)
    const path = `/api/chat-rooms/${roomId}/files?client_id=${randomUUID()}&name=bill.pdf`
    const upload = request(`${app.url}${path}`, { method: 'POST' })
    upload.setHeader('content-type', 'application/pdf')
    upload.setHeader('cookie', toCookieHeader(who))
    let isCutOff = false
    upload.on('error', () => (isCutOff = true))
    upload.write(createPdf())
    // The upload is counted after the check of its session, just before its body is read.
    await expect.poll(() => app.sql(`SELECT FROM rate_limits WHERE key LIKE '%chatFilePerAccount%'`)).toHaveLength(1)
    await restrict(who, 'suspend')
    await expect.poll(() => isCutOff, { timeout: 5000 }).toBe(true)
    expect((await app.page(ann, roomId)).items).toEqual([])
  })

  it('gets no room from an earlier connection request while suspended', async () => {
    const [who, ann] = await Promise.all([app.profiled(), app.profiled()])
    const { id } = await app.request(who, ann)
    const accept = async () => toOutcome(await app.api(ann, 'POST', `/api/connection-requests/${id}/accept`))
    const undo = await restrict(who, 'suspend')
    expect(await accept()).toBe('409 NOT_TAKING_REQUESTS')
    await undo()
    expect(await accept()).toBe('200')
  })

  it('a suspended person is suspended again after a ban is undone', async () => {
    const who = await app.profiled()
    await restrict(who, 'suspend')
    const undo = await restrict(who, 'ban')
    const back = await app.signIn(who)
    expect(await rooms(back)).toBe('403 BANNED')
    expect(await restriction(back)).toEqual({ state: 'banned', until: null })
    expect(await undo()).toBe('200')
    expect(await rooms(await app.signIn(who))).toBe('403 SUSPENDED')
    expect(await isFound(who)).toBe(false)
  })
})

describe('requests that are under way', () => {
  it('end before a ban begins, also of a person whose suspension has just ended', async () => {
    const who = await app.profiled()
    await restrict(who, 'suspend')
    await timePasses(who)
    // The lock of a request that found no restriction.
    const underWay = await holdTransaction(app.databaseUrl, ['SELECT FROM "user" WHERE id = $1 FOR SHARE', who.id])
    const banning = restrict(who, 'ban')
    await underWay.untilOthersWait()
    await underWay.commit()
    await banning
    expect(await rooms(await app.signIn(who))).toBe('403 BANNED')
  })

  it('publish no profile and send no request from an account that was closed meanwhile', async () => {
    const [who, ann] = await Promise.all([app.signUpWithProfile(), app.profiled()])
    const closing = await holdTransaction(app.databaseUrl, [
      `UPDATE "user" SET email = 'removed-' || id || '@invalid' WHERE id = $1`,
      who.id,
    ])
    const under = [app.saveProfile(who, { is_public: true }), app.request(who, ann)]
    const refused = Promise.all(under.map((one) => expect(one).rejects.toThrow('NO_SESSION')))
    await closing.untilOthersWait(2)
    await closing.commit()
    await refused
  })
})

describe('payments under an account restriction', () => {
  it('payments to a suspended seller are paused until the suspension is undone', async () => {
    const deal = await environment.ownDeal()
    const message = await environment.asked(deal)
    const undo = await restrict(deal.seller, 'suspend')
    expect(toOutcome(await environment.secret(deal.buyer, message))).toBe('409 PAYMENT_PAUSED')
    expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'pending' })
    // Soon after a suspension, each request gets a new intent. Until then, the buyer gets no client secret.
    await expect
      .poll(() => app.sql('SELECT FROM payment_pauses WHERE person_id = $1', [deal.seller.id]), { timeout: 20_000 })
      .toEqual([])
    expect(await undo()).toBe('200')
    const { body } = await environment.secret(deal.buyer, message)
    await environment.confirm(body.clientSecret, READY_CARDS.good)
    await environment.claim(deal.buyer, message, 'completed')
    expect(await environment.request(deal.buyer, message)).toMatchObject({ status: 'completed' })
  })

  it('are cancelled by a ban of seller or buyer while pending, but completed when already under way', async () => {
    const [deal, other] = [await environment.ownDeal(), await environment.ownDeal()]
    const [message, paid] = [await environment.asked(deal), await environment.asked(deal)]
    const asked = await environment.asked(other)
    const { body } = await environment.secret(deal.buyer, paid)
    await environment.confirm(body.clientSecret, READY_CARDS.good)
    await Promise.all([restrict(deal.seller, 'ban'), restrict(other.buyer, 'ban')])
    await expect
      .poll(() => environment.request(deal.buyer, message), { timeout: 20_000 })
      .toMatchObject({ status: 'rejected', ended_by: 'cancelled' })
    await expect.poll(() => environment.request(deal.buyer, paid)).toMatchObject({ status: 'completed' })
    await expect
      .poll(() => environment.request(other.seller, asked), { timeout: 20_000 })
      .toMatchObject({ status: 'rejected', ended_by: 'cancelled' })
    expect(await environment.findIntent(message)).toMatchObject({ status: 'canceled', amount_received: 0 })
    await expect.poll(() => app.sql('SELECT FROM payment_cancellations_of_people'), { timeout: 20_000 }).toHaveLength(0)
  })

  it('are paid or cancelled in a race with a ban, never both, in six rounds', { tags: 'slow' }, async () => {
    for (let round = 0; round < 6; round++) {
      const deal = await environment.ownDeal()
      const message = await environment.asked(deal)
      const { body } = await environment.secret(deal.buyer, message)
      await Promise.all([
        restrict(deal.seller, 'ban'),
        sleep(round * 5).then(() => environment.confirm(body.clientSecret, READY_CARDS.good)),
      ])
      const status = async () => (await environment.request(deal.buyer, message)).status
      await expect.poll(status, { timeout: 20_000 }).not.toBe('pending')
      const { amount_received: received } = await environment.findIntent(message)
      expect([await status(), received > 0]).toEqual(received > 0 ? ['completed', true] : ['rejected', false])
    }
  })
})
