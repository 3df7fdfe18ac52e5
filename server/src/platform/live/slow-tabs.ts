import type { Socket } from 'socket.io'

/** What may wait for one connection to take it: more than this many characters or packets, and it is cut. */
const WAITING_CHARACTERS_MAX = 1024 * 1024
const WAITING_PACKETS_MAX = 500

type Connection = Socket['conn']

/**
 * Closes a connection that reads more slowly than we send, before its buffer fills the memory. Its tab loses nothing: it
 * reconnects and asks for what it has missed, all of which is in the database.
 * @param onCut called when that happens
 */
export function cutWhenSlow(connection: Connection, onCut: () => void): void {
  let waiting = { characters: 0, packets: 0 }
  connection.on('packetCreate', ({ data }: { data?: unknown }) => {
    waiting.packets++
    if (typeof data === 'string') waiting.characters += data.length
    if (waiting.characters <= WAITING_CHARACTERS_MAX && waiting.packets <= WAITING_PACKETS_MAX) return
    waiting = { characters: 0, packets: 0 }
    onCut()
    cut(connection)
  })
  // All that waits goes to the transport at once, as soon as that has sent what it was given before.
  connection.on('flush', () => (waiting = { characters: 0, packets: 0 }))
}

/** Ends a connection at once and without a word: whatever is still said would wait behind what is not taken. */
export function cut(connection: Connection): void {
  const { transport } = connection
  if (isWebSocket(transport)) transport.socket.terminate()
  else connection.close(true)
}

/** Engine.IO does not say in its types that its WebSocket transport has the WebSocket. */
function isWebSocket(transport: object): transport is { socket: { terminate: () => void } } {
  return 'name' in transport && transport.name === 'websocket'
}
