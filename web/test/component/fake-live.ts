import { WebSocketInterceptor } from '@mswjs/interceptors/WebSocket'

import type { ClientToServerEvents, ServerToClientEvents } from '@kundig/contract/live/live-events'

type Acknowledge = (answer: unknown) => void
type Input<Name extends keyof ClientToServerEvents> = Parameters<ClientToServerEvents[Name]>[0]
type Answer<Name extends keyof ClientToServerEvents> =
  Parameters<ClientToServerEvents[Name]> extends [unknown, (answer: infer Result) => void] ? Result : void

/** Acknowledgements by event. Other events are never acknowledged. */
export type LiveAnswers = { [Name in keyof ClientToServerEvents]?: (input: Input<Name>) => Answer<Name> }

interface Connection {
  send: (data: string) => void
  close: (code?: number, reason?: string) => void
}

/** Packets of Engine.IO 4 that contain packets of Socket.IO 5 (socket.io/docs/v4/socket-io-protocol). */
const OPEN = `0${JSON.stringify({ sid: 'engine', upgrades: [], pingInterval: 300_000, pingTimeout: 300_000, maxPayload: 1e6 })}`
const CONNECT = '40'
const CONNECTED = `${CONNECT}${JSON.stringify({ sid: 'socket' })}`
const EVENT = /^42(?<id>\d*)(?<body>\[.*\])$/su

function createFakeLive() {
  let answers: LiveAnswers = {}
  let isOut = false
  let connections: Connection[] = []
  let early: string[] = []
  const interceptor = new WebSocketInterceptor()

  const onEvent = (client: Connection, id: string, body: string): void => {
    const [name, input] = JSON.parse(body) as [keyof ClientToServerEvents, never]
    const answer = name === 'connection.check' ? () => undefined : (answers[name] as Acknowledge | undefined)
    if (answer === undefined) return
    const result: unknown = answer(input)
    if (id !== '') client.send(`43${id}${JSON.stringify([result])}`)
  }

  interceptor.on('connection', ({ client, server }) => {
    if (!client.url.pathname.startsWith('/live')) {
      server.connect()
      return
    }
    if (isOut) {
      client.close(1011)
      return
    }
    client.addEventListener('message', ({ data }) => {
      if (typeof data !== 'string') return
      const { id, body } = EVENT.exec(data)?.groups ?? {}
      if (id !== undefined && body !== undefined) onEvent(client, id, body)
      else if (data.startsWith(CONNECT)) {
        client.send(CONNECTED)
        connections.push(client)
        for (const packet of early.splice(0)) client.send(packet)
      }
    })
    // An application may end while it is connecting. It must not receive events of the next test.
    client.addEventListener('close', () => {
      connections = connections.filter((connection) => connection !== client)
    })
    client.send(OPEN)
  })
  interceptor.apply()

  const disconnect = (): void => {
    for (const client of connections) client.close(1011)
    connections = []
  }
  return {
    answer: (to: LiveAnswers): void => {
      answers = to
    },
    emit: <Name extends keyof ServerToClientEvents>(
      name: Name,
      ...body: Parameters<ServerToClientEvents[Name]>
    ): void => {
      const packet = `42${JSON.stringify([name, ...body])}`
      if (connections.length === 0 && !isOut) early.push(packet)
      for (const client of connections) client.send(packet)
    },
    /** Closes the connection and refuses new connections until `recover`. */
    fail: (): void => {
      isOut = true
      disconnect()
    },
    recover: (): void => {
      isOut = false
    },
    reset: (): void => {
      disconnect()
      answers = {}
      early = []
      isOut = false
    },
  }
}

export const fakeLive = createFakeLive()
