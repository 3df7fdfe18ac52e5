import type { NotificationSettings } from '@kundig/contract/notifications/notifications.contract'
import { PushService } from '@kundig/server/features/notifications/push/push.service'
import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger, type Logger } from '@kundig/server/platform/logging/logger'
import { createPushSender, type PushSettings } from '@kundig/server/platform/push/open-push'
import type { Secrets } from '@kundig/server/platform/secrets'

import type { Answer, Client, Failure, Person } from '../people/test-client.ts'
import { createTestApp, TEST_SECRET, type TestApp } from '../server/test-app.ts'
import { startPushService, type SubscribedBrowser, type TestPushService } from './push-service.ts'

export const SUBJECT = 'mailto:admin@kundig.nl'
/** Public address to which tests never send anything. */
const PUBLIC_ADDRESS = '142.250.179.138'

export interface PushFixture {
  pushService: TestPushService
  /** Settings that resolve every host name to a public address. */
  settings: PushSettings
  app: TestApp
  /** Creates a service that sends pushes like another server with the same database. */
  createService: (differing?: Partial<PushSettings>, secrets?: Secrets) => Promise<PushService>
  logged: string[]
  subscribe: (person: Person | null, subscription: unknown) => Promise<Answer<Failure>>
  readKey: (server: Pick<Client, 'must'>, person: Person) => Promise<string | null>
  subscribed: (person: Person) => Promise<SubscribedBrowser>
  listSubscriptions: (person: Person) => Promise<{ endpoint: string; failures: number; paused_until: Date | null }[]>
  close: () => Promise<void>
}

export async function createPushFixture(): Promise<PushFixture> {
  const pushService = await startPushService()
  const settings: PushSettings = {
    subject: SUBJECT,
    keys: null,
    testOrigin: pushService.origin,
    resolve: async () => [PUBLIC_ADDRESS],
  }
  const app = await createTestApp({ push: settings, notifyEveryMs: 200 })
  const database = openDatabase(app.databaseUrl, 5, createLogger('silent'))
  const logged: string[] = []
  const logger: Logger = createLogger('warn', 'json', { write: (line) => void logged.push(line) })

  const subscribe: PushFixture['subscribe'] = (person, subscription) =>
    app.api(person, 'POST', '/api/notifications/subscriptions', subscription)
  const readKey: PushFixture['readKey'] = async (server, person) =>
    (await server.must<NotificationSettings>(person, 'GET', '/api/notifications/settings')).push_key
  return {
    pushService,
    settings,
    app,
    createService: async (differing = {}, secrets: Secrets = [TEST_SECRET]) => {
      const sender = await createPushSender({ ...settings, ...differing }, { db: database.db, secrets, logger })
      return new PushService({
        db: database.db,
        sender,
        count: async () => undefined,
        logger,
        recordFailure: () => undefined,
      })
    },
    logged,
    subscribe,
    readKey,
    subscribed: async (person) => {
      const browser = pushService.subscribe((await readKey(app, person)) ?? '')
      const { status, body } = await subscribe(person, browser.subscription)
      if (status !== 200) throw new Error(`Not subscribed: ${status} ${body.code}`)
      return browser
    },
    listSubscriptions: (person) =>
      app.sql(
        'SELECT endpoint, failures, paused_until FROM push_subscriptions WHERE user_id = $1 ORDER BY created_at, id',
        [person.id],
      ),
    close: async () => {
      await database.close()
      await app.close()
      await pushService.close()
    },
  }
}
