import { once } from 'node:events'
import { createRequire } from 'node:module'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

import type { Message } from '@kundig/contract/chat/chat.contract'
import type { FromTab, ShownMessage, TabOptions, ToTab } from '@kundig/web/test/tab-messages'

import { type Client, toCookieHeader, type Person, type Tab } from './test-client.ts'

export interface PersistentTab {
  shown: readonly ShownMessage[]
  /** Events that the tab received on all its connections. */
  received: Tab['received']
  /** Resolves when the tab is connected and shows the room. From then on the tab misses no event. */
  opened: Promise<void>
  isConnectedTo: (server: Client) => boolean
  /** Sends a message, with retries until acknowledged. Rejects when the tab gives up or closes. */
  send: (content: string) => Promise<Message>
  /** Ends connections, like a restarting proxy. Needs several servers. */
  cut: () => void
  close: () => void
}

/**
 * Tab with one room: the web application's outbox, cache and live connection, in a thread (`web/test/tab-worker.ts`).
 * @param servers that the tab connects to in turn
 */
export function openPersistentTab(
  person: Person,
  roomId: string,
  servers: readonly [Client, ...Client[]],
): PersistentTab {
  const shown: ShownMessage[] = []
  const received: Tab['received'] = []
  const sending = new Map<number, PromiseWithResolvers<Message>>()
  const opening = Promise.withResolvers<void>()
  let isConnected = false
  let isClosed = false
  let lastId = 0
  const way = servers.length > 1 ? openSwitchingProxy(servers) : null
  const starting = startTabWorker()
  starting.catch(opening.reject)
  opening.promise.catch(() => undefined)

  async function startTabWorker(): Promise<Worker> {
    const options: TabOptions = {
      origin: (await way?.origin) ?? servers[0].url,
      userId: person.id,
      cookie: toCookieHeader(person),
      roomId,
    }
    const worker = new Worker(createRequire(import.meta.url).resolve('@kundig/web/test/tab-worker'), {
      workerData: options,
      execArgv: [],
    })
    worker.on('message', handleTabMessage)
    worker.on('error', (error) => rejectPendingMessages(error))
    worker.on('exit', () => rejectPendingMessages(new Error('closed')))
    return worker
  }

  function rejectPendingMessages(error: unknown): void {
    isConnected = false
    opening.reject(error)
    for (const { reject } of sending.values()) reject(error)
    sending.clear()
    if (!isClosed) throw error
  }

  function handleTabMessage(message: FromTab): void {
    if (message.type === 'connected') {
      ;({ isConnected } = message)
      if (isConnected) opening.resolve()
    } else if (message.type === 'received') received.push(message)
    else if (message.type === 'shown') shown.splice(message.from, Infinity, ...message.messages)
    else {
      const sent = sending.get(message.id)
      sending.delete(message.id)
      if (message.type === 'acknowledged') sent?.resolve(message.message)
      else sent?.reject(new Error(`given up: ${message.code}`))
    }
  }

  const ask = (message: ToTab): void =>
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    void starting.then((worker) => worker.postMessage(message))

  return {
    shown,
    received,
    opened: opening.promise,
    isConnectedTo: (one) => isConnected && (way?.server() ?? servers[0]) === one,
    send: (content) => {
      if (isClosed) return Promise.reject(new Error('closed'))
      const id = ++lastId
      const sent = Promise.withResolvers<Message>()
      sending.set(id, sent)
      ask({ type: 'send', id, content })
      return sent.promise
    },
    cut: () => way?.cut(),
    close: () => {
      if (isClosed) return
      isClosed = true
      ask({ type: 'close' })
      way?.close()
    },
  }
}

/** One address for several servers, like a proxy. A connection moves to the next server when its server ends. */
function openSwitchingProxy(servers: readonly [Client, ...Client[]]): {
  origin: Promise<string>
  server: () => Client
  cut: () => void
  close: () => void
} {
  const ends = new Set<Socket>()
  let turn = 0
  const server = (): Client => servers[turn % servers.length] ?? servers[0]
  const listener: Server = createServer((near) => {
    const asked = server()
    const { hostname, port } = new URL(asked.url)
    const far = connect(Number(port), hostname)
    ends.add(near).add(far)
    let stood = false
    far.once('connect', () => {
      stood = true
    })
    far.on('error', () => {
      if (!stood && server() === asked) turn++
    })
    near.on('error', () => undefined)
    far.on('close', () => near.destroy())
    near.on('close', () => far.destroy())
    near.pipe(far).pipe(near)
  })
  const cut = (): void => {
    for (const end of ends) end.destroy()
    ends.clear()
  }
  listener.listen(0, '127.0.0.1')
  return {
    origin: once(listener, 'listening').then(() => {
      const address = listener.address()
      if (address === null || typeof address === 'string') throw new Error('It listens on a port')
      return `http://127.0.0.1:${address.port}`
    }),
    server,
    cut,
    close: () => {
      listener.close()
      cut()
    },
  }
}
