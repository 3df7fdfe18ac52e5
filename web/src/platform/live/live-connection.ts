import { io, type Socket } from 'socket.io-client'

import type { ClientToServerEvents, ConnectionAuth, ServerToClientEvents } from '@kundig/contract/live/live-events'
import { CONNECTION_REFUSED } from '@kundig/contract/live/live-events'

import { recordTermsRefusal } from '../api/terms-refused.ts'
import { createSignal } from '../state/store.ts'
import { computeReconnectPauseMs } from './return-pause.ts'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>
/** `limited` means that the server has no capacity for live connections, but answers HTTP. */
export type LiveState = 'connecting' | 'connected' | 'offline' | 'limited'

type RequestName = 'message.send' | 'room.read'
type RequestInput<Name extends RequestName> = Parameters<ClientToServerEvents[Name]>[0]
type RequestAnswer<Name extends RequestName> = Parameters<Parameters<ClientToServerEvents[Name]>[1]>[0]

/** Timeout for the acknowledgement of an event (ms). The caller may then send the event again. */
const ACKNOWLEDGE_TIMEOUT_MS = 6000
/** Timeout for the server's answer to a connection check (ms). */
const CHECK_TIMEOUT_MS = 3000
/** Timeout for opening a connection, including all transports (ms). */
const OPEN_TIMEOUT_MS = 6000

/** Maximum random delay before a reconnect after the server closed the connections of all clients (ms). */
const BACK_WITHIN_MS = 5000
/** Maximum random delay before a reconnect after our own network failed (ms). */
const BACK_SOON_WITHIN_MS = 500
/** Delay before a retry when the server has no capacity, and the maximum random addition to this delay (ms). */
const PLACE_AGAIN_AFTER_MS = 15_000
const PLACE_AGAIN_SPREAD_MS = 10_000
/** Minimum time (ms) and number of failures before we assume that the network blocks live connections. */
const UNREACHABLE_AFTER_MS = 15_000
const UNREACHABLE_TRIES = 3

/** Transports in order. Polling upgrades to the last entry, because a starting server accepts WebSockets later. */
const SOCKETS_FIRST = ['websocket', 'polling', 'websocket']
/** Transports after a timeout, because some networks accept WebSockets but deliver no data. */
const POLLING_FIRST = ['polling', 'websocket']

const LIMITED: readonly string[] = [CONNECTION_REFUSED.tooMany, CONNECTION_REFUSED.tooOften]

/** Live connection of the tab, by WebSocket or long polling. After a reconnect, the tab refetches missed changes. */
export class LiveConnection {
  readonly socket: LiveSocket
  readonly userId: string
  private readonly onEnded: () => void
  private readonly stateChanged = createSignal()
  private readonly limited = createSignal()
  private readonly stopped = new AbortController()
  private currentState: LiveState = 'connecting'
  private returning: ReturnType<typeof setTimeout> | undefined
  private isChecking = false
  private failures = 0
  private failingSince = 0
  /** Maximum delay before a reconnect that a stopping server has requested (ms). */
  private askedBackWithinMs: number | undefined

  /** @param userId person that the session must belong to @param onEnded called once when the session ends */
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
      // Socket.IO's reconnection is off: our delay depends on the side that closed the connection.
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
      // Only a ping timeout proves that our own network failed. A transport error can also come from a killed server.
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

  connect(): void {
    const { signal } = this.stopped
    const look = (): void => this.wake()
    addEventListener('online', look, { signal })
    addEventListener('pageshow', look, { signal })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && look(), { signal })
    this.socket.connect()
  }

  /** Closes the connection permanently. Another session creates another connection. */
  close(): void {
    this.stop()
    this.socket.removeAllListeners()
  }

  get state(): LiveState {
    return this.currentState
  }

  /** True when events must be sent by HTTP: the server has no capacity, or the network blocks the connection. */
  get isForHttp(): boolean {
    return !this.isOver && (this.currentState === 'limited' || this.isUnreachable)
  }

  /** Sends an event once. @throws Error if unconnected, or after the timeout: the server may have applied the event. */
  async request<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestAnswer<Name>> {
    if (!this.socket.connected) throw new Error('Not connected')
    // Checks the connection before the timeout, to distinguish a slow server from a dead connection.
    const check = setTimeout(() => this.check(), ACKNOWLEDGE_TIMEOUT_MS - CHECK_TIMEOUT_MS)
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Socket.IO types an event of a generic name as a union that cannot be narrowed
      const socket = this.socket.timeout(ACKNOWLEDGE_TIMEOUT_MS) as unknown as {
        emitWithAck: (event: Name, input: RequestInput<Name>) => Promise<RequestAnswer<Name>>
      }
      const answer = await socket.emitWithAck(name, input)
      if (!answer.ok) recordTermsRefusal(answer.code)
      return answer
    } finally {
      clearTimeout(check)
    }
  }

  onState(listener: () => void): () => void {
    return this.stateChanged.subscribe(listener)
  }

  /** Calls back periodically while live updates are impossible, for fetches by HTTP. @returns function that stops */
  onLimited(listener: () => void): () => void {
    return this.limited.subscribe(listener)
  }

  /**
   * Calls back when events may have been missed: on each connection (immediately if connected), on `events.missed`,
   * and periodically while limited. Data from before the connection may miss changes. @returns function that stops
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

  /** Calls back once when the connection is closed or the session ends, or immediately if it has ended already. */
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

  /** Checks the connection after sleep or a change of network, when the browser reports no failure. */
  private wake(): void {
    if (this.socket.connected) this.check()
    else if (this.returning !== undefined && this.currentState !== 'limited') this.returnAfter(0)
  }

  /** Asks the server for an answer, and reconnects after a timeout. */
  private check(): void {
    const { id } = this.socket
    if (this.isChecking || id === undefined) return
    this.isChecking = true
    this.socket.timeout(CHECK_TIMEOUT_MS).emit('connection.check', (error) => {
      this.isChecking = false
      // Ignores the timeout of a connection that was closed during the check.
      if (!error || this.socket.id !== id || this.isOver) return
      this.socket.disconnect()
      this.returnAfter(0)
    })
  }

  /** Tries WebSockets first again after a WebSocket has worked. */
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

  /** Disconnects and prevents reconnects, which could use another person's session. */
  private stop(): void {
    this.stopped.abort()
    clearTimeout(this.returning)
    this.socket.disconnect()
  }

  private returnWithin(firstWithinMs: number): void {
    this.returnAfter(computeReconnectPauseMs(this.failures, firstWithinMs))
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
