import type { Socket } from 'socket.io'

/** Maximum pending data of one connection, in characters and packets. */
const WAITING_CHARACTERS_MAX = 1024 * 1024
const WAITING_PACKETS_MAX = 500

type Connection = Socket['conn']

/** Cuts a slow reader before its buffer fills the memory. Its tab reconnects and requests the missed data. */
export function cutConnectionWhenSlow(connection: Connection, onCut: () => void): void {
  let waiting = { characters: 0, packets: 0 }
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting.packets++
    if (typeof data === 'string') waiting.characters += data.length
    if (waiting.characters <= WAITING_CHARACTERS_MAX && waiting.packets <= WAITING_PACKETS_MAX) return
    waiting = { characters: 0, packets: 0 }
    onCut()
    cutConnection(connection)
  })
  // `flush` means that Engine.IO has passed all pending packets to the transport.
  connection.on('flush', () => (waiting = { characters: 0, packets: 0 }))
}

/** Cuts a connection without a close message, which would wait behind unread data. */
export function cutConnection(connection: Connection): void {
  const { transport } = connection
  if (isWebSocket(transport)) transport.socket.terminate()
  else connection.close(true)
}

/** True for a transport with a WebSocket, which Engine.IO's types omit. */
function isWebSocket(transport: object): transport is { socket: { terminate: () => void } } {
  return 'name' in transport && transport.name === 'websocket'
}
