import { io, type Socket } from 'socket.io-client'

import type { ClientToServerEvents, ConnectionAuth, ServerToClientEvents } from '@kundig/contract/live/live-events'
import { CONNECTION_REFUSED } from '@kundig/contract/live/live-events'

import { noteRefusal } from '../api/terms-refused.ts'
import { createSignal } from '../state/store.ts'
import { returnPauseMs } from './return-pause.ts'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>
/** `limited`: the server has no place for this connection for now; everything works over HTTP meanwhile. */
export type LiveState = 'connecting' | 'connected' | 'offline' | 'limited'

/** Events that the server acknowledges. */
type RequestName = 'message.send' | 'room.read'
type RequestInput<Name extends RequestName> = Parameters<ClientToServerEvents[Name]>[0]
type RequestAnswer<Name extends RequestName> = Parameters<Parameters<ClientToServerEvents[Name]>[1]>[0]

/** How long the server may take to acknowledge before the same event is sent again (ms). */
const ACKNOWLEDGE_TIMEOUT_MS = 6000
/** How long the server may take to say that it is there (ms): it does nothing else for that. */
const CHECK_TIMEOUT_MS = 3000
/** How long a connection may take to open, by all transports together (ms). */
const OPEN_TIMEOUT_MS = 6000

/** Whoever was cut off by the server comes back within this time (ms), each at a moment of their own: all others do, too. */
const BACK_WITHIN_MS = 5000
/** Whoever was cut off alone, by their own network, comes back within this time (ms). */
const BACK_SOON_WITHIN_MS = 500
/** How long to wait before asking for a place again (ms), and up to how much longer: tabs must not come all at once. */
const PLACE_AGAIN_AFTER_MS = 15_000
const PLACE_AGAIN_SPREAD_MS = 10_000
/** Where no connection could be opened for so long (ms), in so many tries, the network lets none through. */
const UNREACHABLE_AFTER_MS = 15_000
const UNREACHABLE_TRIES = 3

/**
 * What is tried to open a connection, in order, until something works. Where that is polling, the second entry for
 * WebSockets has them tried once more beside it: a server that was just starting has them a moment later.
 */
const SOCKETS_FIRST = ['websocket', 'polling', 'websocket']
/** Where an attempt came to no end: some networks take WebSockets and pass nothing on. */
const POLLING_FIRST = ['polling', 'websocket']

const LIMITED: readonly string[] = [CONNECTION_REFUSED.tooMany, CONNECTION_REFUSED.tooOften]

/**
 * The tab's one live connection, over a WebSocket or, where none gets through, over long polling. It comes back by itself;
 * what was missed meanwhile the tab asks for then.
 */
export class LiveConnection {
  readonly socket: LiveSocket
  /** Whose it is. */
  readonly userId: string
  private readonly onEnded: () => void
  private readonly stateChanged = createSignal()
  private readonly limited = createSignal()
  private readonly stopped = new AbortController()
  private currentState: LiveState = 'connecting'
  private returning: ReturnType<typeof setTimeout> | undefined
  private isChecking = false
  /** Tries to open a connection that have failed in a row, and when the first of them did. */
  private failures = 0
  private failingSince = 0
  /** How soon the server that is leaving wants us back (ms). */
  private askedBackWithinMs: number | undefined

  /**
   * @param userId whose connection it is to be: with another one's session the server refuses it
   * @param onEnded called once when the session behind the connection is over
   */
  constructor(userId: string, onEnded: () => void) {
    this.userId = userId
    this.onEnded = onEnded
    const auth: ConnectionAuth = { userId }
    this.socket = io({
      path: '/live',
      auth,
      transports: SOCKETS_FIRST,
      tryAllTransports: true,
      timeout: OPEN_TIMEOUT_MS,
      // When to come back is ours to say: it depends on who ended the connection.
      reconnection: false,
      autoConnect: false,
    })
    this.socket.io.on('open', () => this.preferWhatWorks())
    this.socket.on('connect', () => {
      this.failures = 0
      this.askedBackWithinMs = undefined
      this.setState('connected')
    })
    this.socket.on('disconnect', (reason) => {
      this.setState('offline')
      if (reason === 'io client disconnect') return
      // A server that is killed shows as an error of the transport too: to all who poll, and where the socket is reset.
      const isCutAlone = reason === 'ping timeout'
      this.returnWithin(isCutAlone ? BACK_SOON_WITHIN_MS : (this.askedBackWithinMs ?? BACK_WITHIN_MS))
    })
    this.socket.on('connect_error', (error) => {
      if (LIMITED.includes(error.message)) return this.stayLimited()
      this.countFailure()
      this.setState('offline')
      if (error.message === CONNECTION_REFUSED.noSession) return this.end()
      if (error.message === 'timeout') this.socket.io.opts.transports = POLLING_FIRST
      this.returnWithin(0)
    })
    this.socket.on('server.leaving', ({ back_within_ms }) => (this.askedBackWithinMs = back_within_ms))
    this.socket.on('session.ended', () => this.end())
  }

  /** Begins to connect. */
  connect(): void {
    const { signal } = this.stopped
    const look = (): void => this.wake()
    addEventListener('online', look, { signal })
    addEventListener('pageshow', look, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), { signal })
    this.socket.connect()
  }

  /** Gives the connection up for good. Another session on this page gets another connection. */
  close(): void {
    this.stop()
    this.socket.removeAllListeners()
  }

  /** Whether events arrive right now. */
  get state(): LiveState {
    return this.currentState
  }

  /** Whether to do over HTTP what else is done here: there is no place for this connection, or no way for any. */
  get isForHttp(): boolean {
    return !this.isOver && (this.currentState === 'limited' || this.isUnreachable)
  }

  /**
   * Sends what the server acknowledges, once.
   * @returns its answer
   * @throws Error when there is no connection, or no answer in time: it may have been done all the same
   */
  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestAnswer<Name>> {
    if (!this.socket.connected) throw new Error('Not connected')
    // Whether it is the server that takes long or the connection that is dead is known by the time nobody waits any more.
    const check = setTimeout(() => this.check(), ACKNOWLEDGE_TIMEOUT_MS - CHECK_TIMEOUT_MS)
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Socket.IO types an event of a generic name as a union that cannot be narrowed
      const socket = this.socket.timeout(ACKNOWLEDGE_TIMEOUT_MS) as unknown as {
        emitWithAck: (event: Name, input: RequestInput<Name>) => Promise<RequestAnswer<Name>>
      }
      const answer = await socket.emitWithAck(name, input)
      if (!answer.ok) noteRefusal(answer.code)
      return answer
    } finally {
      clearTimeout(check)
    }
  }

  /**
   * Tells when the state changes.
   * @returns stops telling
   */
  onState(listener: () => void): () => void {
    return this.stateChanged.subscribe(listener)
  }

  /**
   * Tells every so often, while there is no place for this connection or no way for any, that it is time to fetch what
   * would have come.
   * @returns stops telling
   */
  onLimited(listener: () => void): () => void {
    return this.limited.subscribe(listener)
  }

  /**
   * Calls `listener` on every new connection, and at once where one stands already: what was fetched before it stood may
   * have missed an event, or may have failed altogether. And when the server says that it may have missed events itself,
   * and every so often while there is no place for this connection.
   * @returns stops that
   */
  onEventsMissed(listener: () => void): () => void {
    this.socket.on('connect', listener)
    this.socket.on('events.missed', listener)
    const stopLimited = this.onLimited(listener)
    if (this.currentState === 'connected') listener()
    return () => {
      stopLimited()
      this.socket.off('connect', listener)
      this.socket.off('events.missed', listener)
    }
  }

  /**
   * Tells, once, that nothing comes any more: closed, or its session is over, whether it stood by then or not. At once
   * where that is so already.
   */
  onClosed(listener: () => void): void {
    if (this.isOver) listener()
    else this.stopped.signal.addEventListener('abort', () => listener(), { once: true })
  }

  private get isOver(): boolean {
    return this.stopped.signal.aborted
  }

  private get isUnreachable(): boolean {
    return this.failures >= UNREACHABLE_TRIES && Date.now() - this.failingSince >= UNREACHABLE_AFTER_MS
  }

  /** The page was asleep, or the network is another: nothing else says whether the connection still stands. */
  private wake(): void {
    if (this.socket.connected) this.check()
    else if (this.returning !== undefined && this.currentState !== 'limited') this.returnAfter(0)
  }

  /** Asks the server whether it is there, and connects anew when it does not say so. */
  private check(): void {
    const { id } = this.socket
    if (this.isChecking || id === undefined) return
    this.isChecking = true
    this.socket.timeout(CHECK_TIMEOUT_MS).emit('connection.check', (error) => {
      this.isChecking = false
      // Told of a connection that is gone by now as well.
      if (!error || this.socket.id !== id || this.isOver) return
      this.socket.disconnect()
      this.returnAfter(0)
    })
  }

  /** Once a WebSocket stands where polling was tried first, it is tried first the next time. */
  private preferWhatWorks(): void {
    const { engine, opts } = this.socket.io
    if (engine.transport.name === 'websocket') opts.transports = SOCKETS_FIRST
    else engine.once('upgrade', () => (opts.transports = SOCKETS_FIRST))
  }

  private countFailure(): void {
    if (this.failures === 0) this.failingSince = Date.now()
    this.failures++
    if (!this.isUnreachable) return
    if (!this.isOver) this.limited.emit()
    this.stateChanged.emit()
  }

  private stayLimited(): void {
    if (this.isOver) return
    this.setState('limited')
    this.limited.emit()
    this.returnAfter(PLACE_AGAIN_AFTER_MS + Math.random() * PLACE_AGAIN_SPREAD_MS)
  }

  private end(): void {
    if (this.isOver) return
    this.stop()
    this.onEnded()
  }

  /** From now on nothing connects by itself: by then it would be somebody else's connection. */
  private stop(): void {
    this.stopped.abort()
    clearTimeout(this.returning)
    this.socket.disconnect()
  }

  private returnWithin(firstWithinMs: number): void {
    this.returnAfter(returnPauseMs(this.failures, firstWithinMs))
  }

  private returnAfter(delayMs: number): void {
    if (this.isOver) return
    clearTimeout(this.returning)
    this.returning = setTimeout(() => {
      this.returning = undefined
      this.socket.connect()
    }, delayMs)
  }

  private setState(state: LiveState): void {
    if (state === this.currentState) return
    this.currentState = state
    this.stateChanged.emit()
  }
}
