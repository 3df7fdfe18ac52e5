import { randomUUID } from 'node:crypto'

import { WebSocket } from 'ws'

import type { ChatUser } from './fill-people.ts'

/** Chat system under test. Clients are plain `ws` sockets: thousands of socket.io clients exceed one process. */
export interface System {
  name: string
  open: (user: ChatUser) => Promise<WebSocket>
  /** Sends a message to the partner, who receives an event with the unchanged content. Rejects after a refusal. */
  send: (socket: WebSocket, user: ChatUser, content: string) => void | Promise<void>
}

/** @param isReady called with each packet until it returns true; its errors reject the promise */
export function openSocket(
  url: string,
  { headers = {}, protocol }: { headers?: Record<string, string>; protocol?: string },
  onOpen: (socket: WebSocket) => void,
  isReady: (packet: string, socket: WebSocket) => boolean,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url.replace('http', 'ws'), protocol, {
      headers,
      perMessageDeflate: false,
      skipUTF8Validation: true,
    })
    const talk = (data: Buffer): void => {
      try {
        if (!isReady(data.toString(), socket)) return
        socket.off('message', talk)
        resolve(socket)
      } catch (error) {
        socket.terminate()
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    socket.on('error', reject)
    socket.once('close', (code) => reject(new Error(`The socket to ${url} was closed with ${code}`)))
    socket.on('message', talk)
    socket.once('open', () => onOpen(socket))
  })
}

const ENGINE_PING = 0x32

/** Socket.IO 5 over Engine.IO 4: each packet begins with its type in digits. */
export function createKundigSystem(url: string): System {
  let acknowledgements = 0
  return {
    name: 'Kundig',
    open: async ({ cookie }) => {
      const socket = await openSocket(
        `${url}/live/?EIO=4&transport=websocket`,
        { headers: { cookie } },
        () => undefined,
        (packet, opened) => {
          if (packet.startsWith('0')) opened.send('40')
          if (packet.startsWith('44')) throw new Error(`Kundig refuses the connection: ${packet}`)
          return packet.startsWith('40')
        },
      )
      socket.on('message', (data: Buffer) => {
        if (data.length === 1 && data[0] === ENGINE_PING) socket.send('3')
      })
      return socket
    },
    send: (socket, { roomId }, content) => {
      acknowledgements++
      socket.send(
        `42${acknowledgements}["message.send",{"room_id":"${roomId}","client_id":"${randomUUID()}","content":"${content}"}]`,
      )
    },
  }
}
