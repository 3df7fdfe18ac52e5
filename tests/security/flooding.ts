import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

import { createClient, type Person } from '@kundig/testing/people/test-client'

export interface Flooding {
  url: string
  cookie: string
  roomId: string
}

const MESSAGES = 500
const DEEP = '['.repeat(200_000)
/** Pause before a reconnect (ms). A client on another machine would need about as long. */
const AWAY_MS = 100

/** Floods a server until terminated. Reconnects after cuts. A separate thread keeps the measurement undisturbed. */
async function floodServer({ url, cookie, roomId }: Flooding): Promise<never> {
  const client = createClient(url)
  const [name = '', ...value] = cookie.split('=')
  const person: Person = { id: '', email: '', password: '', cookies: new Map([[name, value.join('=')]]) }
  const sendDeep = async (): Promise<never> => {
    for (;;) await client.api(null, 'POST', '/api/waiting-list', DEEP).catch(() => sleep(AWAY_MS))
  }
  void sendDeep()
  for (;;) {
    const tab = await client.live(person).catch(() => null)
    for (let n = 0; n < MESSAGES; n++) {
      const message = { room_id: roomId, client_id: randomUUID(), content: `Flooding with number ${n}` }
      tab?.socket.emit('message.send', message, () => undefined)
    }
    await sleep(AWAY_MS)
    tab?.socket.disconnect()
  }
}

await floodServer(workerData as Flooding)
