import { setTimeout as sleep } from 'node:timers/promises'

import type { WebSocket } from 'ws'

import type { ChatUser } from './fill-people.ts'
import type { System } from './systems.ts'

const OPENED_AT_ONCE = 50
/** Number of pending messages at the maximum rate: enough to keep each system busy, too few for timeouts. */
const UNDER_WAY = 100
/** Time at the start of the maximum rate in which messages are not counted (ms). */
const RAMP_MS = 500
/** Time after which a message counts as lost and the run fails (ms). */
const LOST_AFTER_MS = 20_000
const TICK_MS = 2

/** Byte that marks a message's number; no identifier, field name or date contains this byte. */
const MARK = 0x23
const DIGITS = 9

export interface LoadClients {
  atMost: (seconds: number) => Promise<number>
  steadily: (perSecond: number, seconds: number) => Promise<number[]>
  leave: () => Promise<void>
}

export async function connectClients(system: System, users: readonly ChatUser[]): Promise<LoadClients> {
  const sockets = await openSockets(system, users)
  const pairs = users.length / 2
  const sentAt = new Map<number, number>()
  let sent = 0
  let onArrival: (tookMs: number) => void = () => undefined
  let lastAnswer = ''
  const failures: Error[] = []

  const fail = (error: unknown): void => {
    failures.push(error instanceof Error ? error : new Error(String(error)))
  }

  /** Sends for the person with the oldest last message, so that hardly any person has two pending messages. */
  function sendNextMessage(): void {
    const number = sent++
    const sender = 2 * (number % pairs)
    const [socket, user] = [sockets[sender], users[sender]]
    if (!socket || !user) return
    sentAt.set(number, performance.now())
    const content = `#${String(number).padStart(DIGITS, '0')} That sounds good to me, shall we say half past nine?`
    const sending = system.send(socket, user, content)
    if (sending) sending.catch(fail)
  }

  for (const [person, socket] of sockets.entries()) {
    if (person % 2 === 0) {
      socket.on('message', (data: Buffer) => {
        if (sentAt.size > 0 && data.length > 1) lastAnswer = data.toString('latin1', 0, 300)
      })
      continue
    }
    socket.on('message', (data: Buffer) => {
      const at = data.indexOf(MARK)
      if (at === -1) return
      const number = Number(data.toString('latin1', at + 1, at + 1 + DIGITS))
      const began = sentAt.get(number)
      if (began === undefined) return
      sentAt.delete(number)
      onArrival(performance.now() - began)
    })
  }
  for (const socket of sockets) socket.once('close', () => fail(new Error(`${system.name} closed a socket`)))

  async function waitForArrivals(): Promise<void> {
    const deadline = performance.now() + LOST_AFTER_MS
    while (sentAt.size > 0 && performance.now() < deadline && failures.length === 0) await sleep(5)
    const [failure] = failures
    if (failure) throw failure
    if (sentAt.size === 0) return
    throw new Error(`${system.name} lost ${sentAt.size} messages. Last answer to a sender: ${lastAnswer}`)
  }

  return {
    atMost: async (seconds) => {
      let arrived = 0
      let isOver = false
      onArrival = () => {
        arrived++
        if (!isOver) sendNextMessage()
      }
      for (let n = 0; n < UNDER_WAY; n++) sendNextMessage()
      await sleep(RAMP_MS)
      const [began, before] = [performance.now(), arrived]
      await sleep(seconds * 1000)
      const perSecond = ((arrived - before) / (performance.now() - began)) * 1000
      isOver = true
      await waitForArrivals()
      return perSecond
    },
    steadily: async (perSecond, seconds) => {
      const times: number[] = []
      onArrival = (tookMs) => void times.push(tookMs)
      const began = performance.now()
      let due = 0
      await new Promise<void>((resolve) => {
        const ticks = setInterval(() => {
          const elapsed = Math.min(seconds * 1000, performance.now() - began)
          for (; due < (elapsed * perSecond) / 1000; due++) sendNextMessage()
          if (elapsed < seconds * 1000) return
          clearInterval(ticks)
          resolve()
        }, TICK_MS)
      })
      await waitForArrivals()
      return times.toSorted((a, b) => a - b)
    },
    leave: () => closeSockets(sockets),
  }
}

export async function openSockets(system: System, users: readonly ChatUser[]): Promise<WebSocket[]> {
  const sockets: WebSocket[] = []
  let next = 0
  const openNext = async (): Promise<void> => {
    for (;;) {
      const person = next++
      const user = users[person]
      if (!user) return
      const socket = await system.open(user)
      socket.removeAllListeners('close').removeAllListeners('error')
      socket.on('error', () => undefined)
      sockets[person] = socket
    }
  }
  await Promise.all(Array.from({ length: OPENED_AT_ONCE }, openNext))
  return sockets
}

export async function closeSockets(sockets: readonly WebSocket[]): Promise<void> {
  const closed = sockets.map(
    (socket) =>
      new Promise<void>((resolve) => {
        // A connection that the server has already closed emits no further `close` event.
        if (socket.readyState === socket.CLOSED) return resolve()
        socket.removeAllListeners('close').once('close', () => resolve())
        socket.close()
      }),
  )
  await Promise.all(closed)
}
