import { describe, expect, it } from 'vitest'

import type { ConnectionRequest } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

const app = useTestApp()

type Decision = 'accept' | 'reject' | 'withdraw'
const pair = (): Promise<[Person, Person]> =>
  Promise.all([app.profiled({ full_name: 'Sam Sender' }), app.profiled({ full_name: 'Rae Receiver' })])
const times = (count: number): number[] => Array.from({ length: count }, (_, index) => index)
const decide = (person: Person, id: string, decision: Decision) =>
  app.api(person, 'POST', `/api/connection-requests/${id}/${decision}`)

describe('withdrawing', () => {
  const items = async (person: Person, list: 'pending' | 'waiting' | 'history'): Promise<ConnectionRequest[]> =>
    (await app.must<{ items: ConnectionRequest[] }>(person, 'GET', `/api/connection-requests/${list}`)).items

  it('removes the request live from the receiver’s lists, and allows the sender another request', async () => {
    const [sender, receiver] = await pair()
    const [senders, receivers] = await Promise.all([app.live(sender), app.live(receiver)])
    const { id } = await app.request(sender, receiver)
    expect(await decide(sender, id, 'withdraw')).toMatchObject({
      status: 200,
      body: { id, status: 'rejected', withdrawn: true, room_id: null },
    })
    for (const tab of [senders, receivers]) {
      await expect
        .poll(() => tab.listEvents('request.decided'))
        .toMatchObject([{ id, status: 'rejected', withdrawn: true, room_id: null }])
      expect(tab.listEvents('room.opened')).toEqual([])
    }
    expect(await items(receiver, 'pending')).toEqual([])
    expect(await items(receiver, 'history')).toEqual([])
    expect(await items(sender, 'waiting')).toEqual([])
    expect(await items(sender, 'history')).toMatchObject([{ id, withdrawn: true }])

    const again = await app.api<ConnectionRequest>(sender, 'POST', '/api/connection-requests', {
      receiver_id: receiver.id,
      message: 'Better said',
    })
    expect(again).toMatchObject({ status: 201, body: { status: 'pending', withdrawn: false } })
    expect(await items(receiver, 'pending')).toMatchObject([{ message: 'Better said' }])
  })

  it.each([
    ['twice', 'withdraw', 'REQUEST_WITHDRAWN', 'This question was withdrawn'],
    ['an accepted request', 'accept', 'REQUEST_DECIDED', 'This question has already been answered'],
    ['a rejected request', 'reject', 'REQUEST_DECIDED', 'This question has already been answered'],
  ] as const)('%s is refused, and changes nothing', async (_what, first, code, message) => {
    const [sender, receiver] = await pair()
    const { id } = await app.request(sender, receiver)
    expect((await decide(first === 'withdraw' ? sender : receiver, id, first)).status).toBe(200)
    const read = (): Promise<ConnectionRequest> => app.must(sender, 'GET', `/api/connection-requests/${id}`)
    const before = await read()
    expect(await decide(sender, id, 'withdraw')).toMatchObject({ status: 409, body: { code, message } })
    expect(await read()).toEqual(before)
  })

  it.each(['accept', 'reject'] as const)(
    'concurrently with %sing: exactly one wins, and both people see the same outcome',
    async (answer) => {
      const [sender, receiver] = await pair()
      for (const round of times(10)) {
        const { id } = await app.request(sender, receiver)
        const order: Decision[] = round % 2 === 0 ? [answer, 'withdraw'] : ['withdraw', answer]
        const answers = await Promise.all(
          order.map((decision) => decide(decision === 'withdraw' ? sender : receiver, id, decision)),
        )
        expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
        const won = order[answers.findIndex(({ status }) => status === 200)]
        expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
          code: won === 'withdraw' ? 'REQUEST_WITHDRAWN' : 'REQUEST_DECIDED',
        })
        for (const person of [sender, receiver]) {
          expect(await app.must(person, 'GET', `/api/connection-requests/${id}`)).toMatchObject({
            status: won === 'accept' ? 'accepted' : 'rejected',
            withdrawn: won === 'withdraw',
          })
        }
        expect(await app.sql('SELECT id FROM chat_rooms WHERE request_id = $1', [id])).toHaveLength(
          won === 'accept' ? 1 : 0,
        )
      }
    },
  )
})
