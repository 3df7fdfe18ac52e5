import type { AddressInfo } from 'node:net'

import { type WebSocket, WebSocketServer } from 'ws'

import { openDatabase } from '@kundig/server/platform/database/database'
import { createLogger } from '@kundig/server/platform/logging/logger'

import { serveBench } from './child.ts'
import { type BareMessage, storeAlone } from './single-statement.ts'

/**
 * A minimal chat: one socket per person, one statement per message, no checks. `STATEMENT` is `plain` for one INSERT,
 * or `single` for all of Kundig's guarantees.
 */
const database = openDatabase(process.env['DATABASE_URL'] ?? '', 10, createLogger('silent'))

interface Stored {
  seq: number
  participantIds: readonly string[]
}

async function createPlainStore(): Promise<(message: BareMessage) => Promise<Stored>> {
  const rooms = new Map<string, { seq: number; participantIds: readonly string[] }>()
  const { rows } = await database.query('SELECT id, participant_ids FROM chat_rooms')
  for (const { id, participant_ids } of rows as { id: string; participant_ids: string[] }[]) {
    rooms.set(id, { seq: 0, participantIds: participant_ids })
  }
  return async ({ roomId, senderId, clientId, content }) => {
    const room = rooms.get(roomId)
    if (!room) throw new Error('unknown room')
    const seq = ++room.seq
    await database.query(
      `INSERT INTO plain_messages (room_id, seq, sender_id, client_id, content, created_at, updated_at)
       VALUES ($1, $2, $3, $4, $5, now(), now())`,
      [roomId, seq, senderId, clientId, content],
    )
    return { seq, participantIds: room.participantIds }
  }
}

const store =
  process.env['STATEMENT'] === 'plain'
    ? await createPlainStore()
    : (message: BareMessage) => storeAlone(database.db, message)
const sockets = new Map<string, WebSocket>()
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })

async function storeAndSend(senderId: string, text: string): Promise<void> {
  const { room_id, client_id, content } = JSON.parse(text) as Record<'room_id' | 'client_id' | 'content', string>
  const { seq, participantIds } = await store({ roomId: room_id, senderId, clientId: client_id, content })
  const message = JSON.stringify({ room_id, seq, sender_id: senderId, client_id, content, created_at: new Date() })
  for (const id of participantIds) if (id !== senderId) sockets.get(id)?.send(message)
  sockets.get(senderId)?.send(JSON.stringify({ ok: true, client_id, seq }))
}

server.on('connection', (socket, request) => {
  const userId = request.url?.slice(1) ?? ''
  sockets.set(userId, socket)
  socket.on('close', () => sockets.delete(userId))
  socket.on('message', (data: Buffer) => void storeAndSend(userId, data.toString()))
})
server.once('listening', () => {
  serveBench(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async () => {
    for (const socket of server.clients) socket.terminate()
    server.close()
    await database.close()
  })
})
