import type { Socket } from 'socket.io'

/** Maximum pending data of one connection, in characters and in packets. */
const WAITING_CHARACTERS_MAX = 1024 * 1024
const WAITING_PACKETS_MAX = 500

type Connection = Socket['conn']

/** Closes slow readers before their buffers fill the memory. A tab loses nothing: it reconnects and requests missed data. */
export function cutWhenSlow(connection: Connection, onCut: () => void): void {
  let waiting = { characters: 0, packets: 0 }
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting.packets++
    if (typeof data === 'string') waiting.characters += data.length
    if (waiting.characters <= WAITING_CHARACTERS_MAX && waiting.packets <= WAITING_PACKETS_MAX) return
    waiting = { characters: 0, packets: 0 }
    onCut()
    cutConnection(connection)
  })
  // Engine.IO passes all pending packets to the transport once the previous packets are sent.
  connection.on('flush', () => (waiting = { characters: 0, packets: 0 }))
}

/** Ends a connection without a message, which would wait behind unread data. */
export function cutConnection(connection: Connection): void {
  const { transport } = connection
  if (isWebSocket(transport)) transport.socket.terminate()
  else connection.close(true)
}

/** Engine.IO's types omit the transport's WebSocket. */
function isWebSocket(transport: object): transport is { socket: { terminate: () => void } } {
  return 'name' in transport && transport.name === 'websocket'
}
