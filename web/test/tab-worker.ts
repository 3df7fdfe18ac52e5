// Runs the shipped code of a tab, without rendering. Each tab needs a thread, because the modules have state.
// oxlint-disable-next-line import/no-unassigned-import -- creates IndexedDB, which Node lacks
import 'fake-indexeddb/auto'
import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

import type { Message } from '@kundig/contract/chat/chat.contract'

import type { ChatMessage } from '../src/features/chat/cache/message.ts'
import type { FromTab, ShownMessage, TabOptions, ToTab } from './tab-messages.ts'

const { origin, userId, cookie, roomId } = workerData as TabOptions
const port = parentPort
if (!port) throw new Error('This runs as a thread')
const post = (message: FromTab): void => port.postMessage(message)

// Creates browser globals that Node lacks: location, page events, and cookies on requests.
const pageEvents = new EventTarget()
Object.assign(globalThis, {
  window: globalThis,
  location: new URL(origin),
  document: Object.assign(new EventTarget(), {
    documentElement: { lang: 'en' },
    visibilityState: 'visible',
    // Simulates a page without a release.
    querySelector: () => null,
  }),
  addEventListener: pageEvents.addEventListener.bind(pageEvents),
  removeEventListener: pageEvents.removeEventListener.bind(pageEvents),
})
const fetchAsIs = globalThis.fetch
globalThis.fetch = (input, init) => {
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set('cookie', cookie)
  return fetchAsIs(input, { ...init, headers })
}
const agent = http.Agent.prototype as unknown as {
  addRequest: (request: http.ClientRequest, ...rest: unknown[]) => void
}
const addAsIs = agent.addRequest
agent.addRequest = function addWithCookies(request, ...rest) {
  request.setHeader('cookie', cookie)
  addAsIs.call(this, request, ...rest)
}

// Imports the application last, because it reads the globals on load.
const { QueryObserver } = await import('@tanstack/react-query')
const { createQueryClient } = await import('../src/app/shell/query-client.ts')
const { refreshSession } = await import('../src/features/auth/session.queries.ts')
const { createChatSync } = await import('../src/features/chat/cache/chat-sync.ts')
const { chatKey, roomsQuery, timelineQuery } = await import('../src/features/chat/cache/chat.queries.ts')
const { pendingQuery } = await import('../src/features/connection-requests/connection-requests.queries.ts')
const { watchRequests } = await import('../src/features/connection-requests/news/watch-requests.ts')
const { watchAccount } = await import('../src/features/payments/selling/watch-account.ts')
const { retryFailedLoads } = await import('../src/platform/api/retry-failed-loads.ts')
const { isPresent } = await import('../src/features/chat/cache/message.ts')
const { openOutbox } = await import('../src/features/chat/outbox/outbox-sending.ts')
const { retryUntilDone } = await import('../src/platform/api/retry-until-done.ts')
const { LiveConnection } = await import('../src/platform/live/live-connection.ts')

const queryClient = createQueryClient()
await retryUntilDone(() => refreshSession(queryClient))

const live = new LiveConnection(userId, () => undefined)
const { on, onConnect } = createChatSync(queryClient, userId)
live.socket.on('room.opened', on['room.opened'])
live.socket.on('room.updated', on['room.updated'])
live.socket.on('message.created', on['message.created'])
live.socket.on('message.updated', on['message.updated'])
live.socket.on('room.read', on['room.read'])
live.socket.on('connect', onConnect)
live.socket.on('events.missed', onConnect)
live.onLimited(onConnect)
watchRequests(queryClient)
watchAccount(queryClient)
retryFailedLoads(queryClient, chatKey)
live.socket.onAny((name: string, payload: unknown) => post({ type: 'received', name, payload }))
let isShown = false
const postState = (): void => post({ type: 'connected', isConnected: isShown && live.state === 'connected' })
live.onState(postState)

const { outbox, close } = openOutbox(live, userId, queryClient)

/** Command ids of sent messages, by client id. */
const pendingSends = new Map<string, number>()
const stored = new Map<string, Message>()

/** Reports stored and failed messages to the test. */
function reportFinishedSends(): void {
  for (const [clientId, id] of pendingSends) {
    const unsent = outbox.listUnsent(roomId).find((one) => one.clientId === clientId)
    if (unsent?.failed) post({ type: 'given up', id, code: unsent.failed })
    const message = stored.get(clientId)
    if (message) post({ type: 'acknowledged', id, message })
    if (unsent?.failed || message) pendingSends.delete(clientId)
  }
}
const otherTab = new BroadcastChannel(`kundig-outbox-${userId}`)
otherTab.addEventListener('message', ({ data }: MessageEvent<{ stored?: Message }>) => {
  if (data.stored) stored.set(data.stored.client_id, data.stored)
  reportFinishedSends()
})
outbox.queues.subscribe(reportFinishedSends)

async function sendChatMessage(id: number, content: string): Promise<void> {
  const before = new Set(outbox.listUnsent(roomId).map(({ clientId }) => clientId))
  await outbox.add(roomId, content)
  const added = outbox.listUnsent(roomId).find((one) => !before.has(one.clientId) && one.content === content)
  if (!added) throw new Error('What was taken is shown as on its way')
  pendingSends.set(added.clientId, id)
  reportFinishedSends()
}

function toShownMessage(message: ChatMessage): ShownMessage {
  const reactions = isPresent(message) && message.reactions ? [...message.reactions] : []
  return { ...message, content: message.kind === 'text' ? message.content : '', reactions }
}

new QueryObserver(queryClient, pendingQuery).subscribe(() => undefined)
new QueryObserver(queryClient, roomsQuery).subscribe(() => undefined)
let shown: readonly ChatMessage[] = []
new QueryObserver(queryClient, timelineQuery(roomId)).subscribe(({ data }) => {
  const messages = data?.messages ?? []
  const same = messages.findIndex((message, index) => shown[index] !== message)
  const from = same === -1 ? Math.min(messages.length, shown.length) : same
  if (from < shown.length || from < messages.length)
    post({ type: 'shown', from, messages: messages.slice(from).map(toShownMessage) })
  shown = messages
  if (data && !isShown) {
    isShown = true
    postState()
  }
})

port.on('message', (message: ToTab) => {
  if (message.type === 'send') void sendChatMessage(message.id, message.content)
  else {
    close()
    live.close()
    otherTab.close()
    port.close()
    // On exit, pending work of the application is lost, as in a closed tab.
    process.exit()
  }
})
live.connect()
