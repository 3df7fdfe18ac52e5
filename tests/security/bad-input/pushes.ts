import { type AddressInfo, createServer } from 'node:net'

import { toOutcome } from '@kundig/testing/people/outcome'
import type { Failure, Person } from '@kundig/testing/people/test-client'
import { createBrowserKeys } from '@kundig/testing/push/encrypted-push'
import { startPushService } from '@kundig/testing/push/push-service'

import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'

export async function attackPushes(environment: TestEnvironment, report: Report): Promise<void> {
  const pushService = await startPushService()
  const site = await environment.pushing(pushService.origin)
  const [ann, bob] = await Promise.all([site.profiled(), site.profiled()])
  const post = (who: Person, subscription: unknown): ReturnType<typeof site.api<Failure>> =>
    site.api(who, 'POST', '/api/notifications/subscriptions', subscription)
  const subscribe = async (who: Person, subscription: unknown): Promise<string> =>
    toOutcome(await post(who, subscription))
  const keys = (): { p256dh: string; auth: string } => {
    const { p256dh, auth } = createBrowserKeys()
    return { p256dh, auth }
  }
  const storedOf = async (who: Person): Promise<number> =>
    (await environment.sql('SELECT id FROM push_subscriptions WHERE user_id = $1', [who.id])).length

  await report.guarantee(
    'An endpoint on our own network, in any spelling: refused and never called',
    async (attempt) => {
      let reached = 0
      const canary = createServer((socket) => {
        reached += 1
        socket.destroy()
      })
      await new Promise<void>((resolve) => {
        canary.listen(0, '127.0.0.1', resolve)
      })
      const { port } = canary.address() as AddressInfo
      const hosts = [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0177.0.0.1',
        '017700000001',
        '127.0.0.1.',
        '１２７.0.0.1',
        '[::1]',
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[64:ff9b::7f00:1]',
        '0.0.0.0',
        '10.0.0.1',
        '169.254.169.254',
        '[fe80::1]',
        '[fd00::1]',
        'localhost',
        'localhost.',
        'a.localhost',
        'metadata.google.internal',
        'printer',
        'printer.local',
        '8.8.8.8',
      ]
      for (const host of hosts) {
        for (const endpoint of [`https://${host}/`, `https://${host}:${port}/`, `http://${host}:${port}/`]) {
          await attempt(endpoint, () => subscribe(ann, { endpoint, keys: keys() }), '400 PUSH_ENDPOINT_REFUSED')
        }
      }
      const local = pushService.origin
      for (const endpoint of [
        `${local.replace('127.0.0.1', 'localhost')}/push/1`,
        `${local.replace('http:', 'https:')}/push/1`,
        `${local}@127.0.0.1:${port}/`,
        `http://127.0.0.1:${port}/?${local}`,
        `${local}.evil.com/`,
      ]) {
        await attempt(endpoint, () => subscribe(ann, { endpoint, keys: keys() }), '400 PUSH_ENDPOINT_REFUSED')
      }
      await attempt('stored', () => storedOf(ann), 0)
      await attempt('connections to this machine', () => reached, 0)
      canary.close()
    },
  )

  await report.guarantee('Another person’s browser: refused, and its subscription stays', async (attempt) => {
    const { subscription } = pushService.subscribe()
    const { endpoint } = subscription
    await attempt('its owner', () => subscribe(ann, subscription), '200')
    await attempt('under other keys', () => subscribe(bob, { endpoint, keys: keys() }), '400 PUSH_ENDPOINT_REFUSED')
    const { body } = await post(bob, { endpoint, keys: keys() })
    await attempt('the refusal does not name its owner', () => JSON.stringify(body).includes(ann.id), false)
    const remove = (who: Person): Promise<string> =>
      site.api(who, 'POST', '/api/notifications/subscriptions/remove', { endpoint }).then(toOutcome)
    await attempt('removed by another person', () => remove(bob), '200')
    await attempt('it stays', () => storedOf(ann), 1)
    await attempt('removed by its owner', () => remove(ann), '200')
    await attempt('it is gone', () => storedOf(ann), 0)
  })

  await report.guarantee('A subscription of 10 MB, or with invalid keys: refused', async (attempt) => {
    const { subscription } = pushService.subscribe()
    const { endpoint } = subscription
    const huge = 'a'.repeat(10_000_000)
    await attempt('a huge endpoint', () => subscribe(ann, { endpoint: endpoint + huge, keys: keys() }), '413 TOO_LARGE')
    await attempt('a huge key', () => subscribe(ann, { endpoint, keys: { ...keys(), p256dh: huge } }), '413 TOO_LARGE')
    const wrong = [
      { p256dh: 'x', auth: 'x' },
      { ...keys(), p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...keys(), auth: '' },
    ]
    for (const bad of wrong) {
      await attempt(JSON.stringify(bad), () => subscribe(ann, { endpoint, keys: bad }), /^400 /u)
    }
    await attempt('without keys', () => subscribe(ann, { endpoint }), /^400 /u)
    await attempt('stored', () => storedOf(ann), 0)
  })

  await pushService.close()
}
