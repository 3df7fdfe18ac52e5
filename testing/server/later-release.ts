import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

import { type RawData, WebSocket, WebSocketServer } from 'ws'

/** Side that runs the later release. */
export type Later = 'tab' | 'server'

export interface LaterRelease {
  url: string
  changed: ReadonlySet<string>
  cut: () => void
  close: () => Promise<void>
}

/** A Socket.IO packet of an event or acknowledgement. */
const LIVE_PACKET = /^4([023])(\d*)([[{][\s\S]*)$/u

/**
 * Proxy that simulates a later release of the tab or the server: adds fields to objects (HTTP and live), and events.
 */
export async function startLaterRelease(serverUrl: string, later: Later): Promise<LaterRelease> {
  const changed = new Set<string>()
  const ends = new Set<WebSocket>()

  async function forwardRequest(request: IncomingMessage): Promise<Response> {
    const path = request.url ?? '/'
    const sent = await text(request)
    changed.add(path)
    return fetch(serverUrl + path, {
      method: request.method ?? 'GET',
      headers: {
        cookie: request.headers.cookie ?? '',
        ...(sent === '' ? {} : { 'content-type': 'application/json' }),
      },
      ...(sent === '' ? {} : { body: later === 'tab' ? addUnknownFieldsToCall(sent) : sent }),
    })
  }

  const http = createServer((request, reply) => {
    forwardRequest(request).then(
      async (answer) => {
        const said = await answer.text()
        reply.writeHead(answer.status, { 'content-type': 'application/json' })
        reply.end(later === 'server' ? addUnknownFieldsToCall(said) : said)
      },
      () => reply.destroy(),
    )
  })

  const sockets = new WebSocketServer({ server: http })
  sockets.on('connection', (near, request) => {
    const address = new URL(request.url ?? '/', serverUrl.replace('http', 'ws'))
    const far = new WebSocket(address, { headers: { cookie: request.headers.cookie ?? '' } })
    const isOpen = once(far, 'open')
    ends.add(near).add(far)
    near.on('message', (data) => void isOpen.then(() => forwardPacket(data, far, later === 'tab')))
    far.on('message', (data) => forwardPacket(data, near, later === 'server'))
    near.on('close', () => far.terminate())
    far.on('close', () => near.terminate())
    far.on('error', () => near.terminate())
    isOpen.catch(() => undefined)
  })

  function forwardPacket(data: RawData, to: WebSocket, isOfLater: boolean): void {
    // Socket.IO sends only text here, which `ws` returns as one buffer.
    const packet = (data as Buffer).toString()
    const [, kind, number = '', said = ''] = LIVE_PACKET.exec(packet) ?? []
    if (kind === undefined || !isOfLater) {
      to.send(packet)
      return
    }
    const content = addUnknownFields(JSON.parse(said))
    if (kind === '2' && Array.isArray(content)) changed.add(String(content[0]))
    to.send(`4${kind}${number}${JSON.stringify(content)}`)
    if (kind === '2') to.send(`42${JSON.stringify(['message.pinned', { room_id: 'all', seq: -1 }])}`)
  }

  const cut = (): void => {
    for (const end of ends) end.terminate()
    ends.clear()
  }

  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    changed,
    cut,
    close: async () => {
      cut()
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

/** The RPC protocol puts input and output under `json`. */
function addUnknownFieldsToCall(said: string): string {
  const { json, ...protocol } = JSON.parse(said) as { json?: unknown }
  return JSON.stringify({ ...protocol, json: addUnknownFields(json) })
}

/** Adds a field to each object, at any depth. */
export function addUnknownFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(addUnknownFields)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [name, addUnknownFields(field)])
  return { ...Object.fromEntries(fields), later_field: { of: ['a later release'] } }
}
