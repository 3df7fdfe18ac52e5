import { randomUUID } from 'node:crypto'

import type { WebSocket } from 'ws'

import type { ChatUser } from '../fill-people.ts'
import { openSocket, type System } from '../systems.ts'

export const PASSWORD = 'secret'

/** ejabberd rarely closes a new stream without an error. A second login then works. */
const LOGIN_ATTEMPTS = 3

const OPEN = "<open xmlns='urn:ietf:params:xml:ns:xmpp-framing' to='localhost' version='1.0'/>"
const BIND =
  "<iq xmlns='jabber:client' type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'><resource>bench</resource></bind></iq>"
const ENABLE = "<enable xmlns='urn:xmpp:sm:3'/>"
const PRESENCE = "<presence xmlns='jabber:client'/>"
const PING = "<iq xmlns='jabber:client' type='get' id='ready' to='localhost'><ping xmlns='urn:xmpp:ping'/></iq>"
const ASK = "<r xmlns='urn:xmpp:sm:3'/>"

function renderLoginPacket(name: string): string {
  const credentials = Buffer.from(`\0${name}\0${PASSWORD}`).toString('base64')
  return `<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>${credentials}</auth>`
}

/** Lists the steps of the login. Each step is a packet from the server and the client's answers to it. */
function listLoginSteps(name: string, isSender: boolean): { packet: RegExp; answers: readonly string[] }[] {
  const present = [PRESENCE, PING]
  return [
    { packet: /<mechanisms/u, answers: [renderLoginPacket(name)] },
    { packet: /<success/u, answers: [OPEN] },
    { packet: /<bind/u, answers: [BIND] },
    { packet: /id=['"]bind['"]/u, answers: isSender ? [ENABLE] : present },
    ...(isSender ? [{ packet: /<enabled/u, answers: present }] : []),
    { packet: /id=['"]ready['"]/u, answers: [] },
  ]
}

/**
 * XMPP over WebSocket (RFC 7395), one stanza per frame. Senders use stream management (XEP-0198) and request an
 * acknowledgement of each message, as Kundig sends. Receivers send no acknowledgements, which favours XMPP.
 * @param users in pairs, as `listChatUsers` returns them; the first person of each pair sends
 */
export function createXmppSystem(name: string, url: string, users: readonly ChatUser[]): System {
  const places = new Map(users.map(({ id }, place) => [id, place]))
  const logIn = async (id: string): Promise<WebSocket> => {
    const isSender = (places.get(id) ?? 0) % 2 === 0
    const steps = listLoginSteps(id, isSender)
    let stanzas = 0
    const count = (packet: string, socket: WebSocket): void => {
      if (/^<(?:message|presence|iq)/u.test(packet)) stanzas++
      else if (packet.startsWith('<r')) socket.send(`<a xmlns='urn:xmpp:sm:3' h='${stanzas}'/>`)
    }
    const socket = await openSocket(
      url,
      { protocol: 'xmpp' },
      (opened) => opened.send(OPEN),
      (packet, opened) => {
        if (/<failure|<stream:error|type=['"]error['"]/u.test(packet)) throw new Error(`${name}: ${packet}`)
        const [step] = steps
        // Counts from the start of stream management, when only the last step of the login remains.
        if (isSender && steps.length === 1) count(packet, opened)
        if (!step?.packet.test(packet)) return false
        steps.shift()
        for (const stanza of step.answers) opened.send(stanza)
        return steps.length === 0
      },
    )
    if (isSender) socket.on('message', (data: Buffer) => count(data.toString('latin1'), socket))
    return socket
  }
  const open = async (id: string, attempts = LOGIN_ATTEMPTS): Promise<WebSocket> => {
    try {
      return await logIn(id)
    } catch (error) {
      if (attempts === 1) throw error
      return open(id, attempts - 1)
    }
  }
  return {
    name,
    open: ({ id }) => open(id),
    send: (socket, { id }, content) => {
      const partner = users[(places.get(id) ?? 0) + 1]
      socket.send(
        `<message xmlns='jabber:client' to='${partner?.id}@localhost' type='chat' id='${randomUUID()}'><body>${content}</body></message>`,
      )
      socket.send(ASK)
    },
  }
}
