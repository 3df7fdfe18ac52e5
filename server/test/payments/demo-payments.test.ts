import { beforeAll, expect, it, vi } from 'vitest'

import type { Message, Room } from '@kundig/contract/chat/chat.contract'
import { createPaymentClient } from '@kundig/testing/payments/payment-client'
import type { Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { seedDemoPayments } from '../../src/demo/demo-payments.ts'
import { DEMO_PASSWORD } from '../../src/demo/demo-people.ts'
import { seedDemo } from '../../src/demo/seed-demo.ts'
import { createLogger } from '../../src/platform/logging/logger.ts'
import { openFileStorage } from '../../src/platform/storage/open-file-storage.ts'

const app = useTestApp({ payments: 'simulator' })
beforeAll(async () => {
  const files = await openFileStorage({ folder: app.folder })
  await seedDemo(app.databaseUrl, files)
  files.close()
})

const enter = (key: string): Promise<Person> =>
  app.signIn({ id: '', email: `${key}@kundig.example`, password: DEMO_PASSWORD, cookies: new Map() })

it('creates demo payments through the normal flow: a ready seller, a saved card, one paid and one pending request', async () => {
  // Delays the buyer's claim until Stripe's event has completed the payment.
  const { fetch } = globalThis
  let claims = 0
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (...call) => {
    const completed = async (): Promise<void> =>
      expect(await app.sql(`SELECT 1 FROM payment_requests WHERE status = 'completed'`)).toHaveLength(claims)
    if (typeof call[0] === 'string' && call[0].endsWith('/status')) {
      claims += 1
      await vi.waitFor(completed, 10_000)
    }
    return fetch(...call)
  })
  await seedDemoPayments(app.url, createLogger('silent'), new AbortController().signal)
  vi.restoreAllMocks()
  expect(await app.sql('SELECT 1 FROM session')).toEqual([])
  const payments = createPaymentClient(app)
  const [daan, sanne] = [await enter('daan'), await enter('sanne')]
  expect((await payments.account(daan)).status).toBe('ready')
  expect((await payments.cards(sanne)).map(({ last4, is_default }) => [last4, is_default])).toEqual([['4242', true]])

  const rooms = await app.must<{ items: Room[] }>(sanne, 'GET', '/api/chat-rooms')
  const room = rooms.items.find(({ partner }) => partner.full_name === 'Daan Verhoeven')
  const messages = await app.allMessages(sanne, room?.id ?? '')
  const shown = messages.filter((message: Message) => message.type === 'payment_request')
  expect(shown.map(({ amount, status }) => [amount, status])).toEqual([
    [18_000, 'completed'],
    [3500, 'pending'],
  ])
  const [charge] = await app.sql<{ data: object }>(
    `SELECT data FROM stripe_simulator.objects WHERE kind = 'charge' AND data->>'amount' = '18000'`,
  )
  expect(charge?.data).toMatchObject({ paid: true })
  expect(await app.must(null, 'GET', `/api/profiles/${room?.partner.id}`)).toMatchObject({
    track_record: { address_confirmed: true, answers_within: expect.any(String) as string, paid_by: 3 },
    reviews: { count: 3, mean: 4.7 },
  })
  expect(
    await app.sql(
      `SELECT full_name, count(*)::int, count(answer)::int AS answered
       FROM reviews JOIN profiles p ON p.id = expert_id GROUP BY full_name ORDER BY full_name`,
    ),
  ).toEqual([
    { full_name: 'Daan Verhoeven', count: 3, answered: 1 },
    { full_name: 'Hannah Whitfield', count: 1, answered: 1 },
    { full_name: 'Lieven De Smet', count: 1, answered: 0 },
    { full_name: 'Mei-Ling Tan', count: 3, answered: 1 },
    { full_name: 'Winston Pinas', count: 2, answered: 2 },
  ])
})

it('gives demo people confirmed addresses, because they receive no confirmation mail', async () => {
  const sanne = await enter('sanne')
  expect(await app.must(sanne, 'GET', '/api/session')).toMatchObject({ user: { email_verified: true } })
  expect(await app.sql(`SELECT 1 FROM "user" WHERE NOT email_verified`)).toEqual([])
})

it('logs a warning and creates no demo payments when their creation fails', async () => {
  const lines: unknown[] = []
  const logger = Object.assign(createLogger('silent'), { warn: (...line: unknown[]) => lines.push(line) })
  await seedDemoPayments('http://127.0.0.1:1', logger, new AbortController().signal)
  expect(lines).toHaveLength(1)
})
