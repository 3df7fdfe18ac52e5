import { io, type Socket } from 'socket.io-client'

import type { ClientToServerEvents, ServerToClientEvents } from '@kundig/contract/live-events'
import { CONNECTION_REFUSED } from '@kundig/contract/live-events'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>
/** `limited`: the server has no place for this connection for now; everything works over HTTP meanwhile. */
export type LiveState = 'connecting' | 'connected' | 'offline' | 'limited'

/** How long the server may take to acknowledge before the same event is sent again (ms). */
export const ACKNOWLEDGE_TIMEOUT_MS = 6000

/** How long to wait before coming back to a server that sent everyone away (ms): it is being replaced. */
const BACK_AFTER_MS = 500
/** How long to wait before asking a server again that refused (ms). */
const ASK_AGAIN_AFTER_MS = 2000
/** How long to wait before asking for a place again (ms), and up to how much longer: tabs must not come all at once. */
const PLACE_AGAIN_AFTER_MS = 15_000
const PLACE_AGAIN_SPREAD_MS = 10_000

const LIMITED: readonly string[] = [CONNECTION_REFUSED.tooMany, CONNECTION_REFUSED.tooOften]

/** The tab's one live connection. It reconnects by itself; what was missed meanwhile the tab asks for then. */
export class LiveConnection {
  readonly socket: LiveSocket
  private readonly onEnded: () => void
  private readonly stateListeners = new Set<() => void>()
  private readonly closedListeners = new Set<() => void>()
  private readonly limitedListeners = new Set<() => void>()
  private currentState: LiveState = 'connecting'
  private returning: ReturnType<typeof setTimeout> | undefined
  private isOver = false

  /** @param onEnded called once when the session behind the connection is over */
  constructor(onEnded: () => void) {
    this.onEnded = onEnded
    this.socket = io({
      path: '/live',
      transports: ['websocket', 'polling'],
      reconnectionDelay: 300,
      reconnectionDelayMax: 2000,
      autoConnect: false,
    })
    this.socket.on('connect', () => this.setState('connected'))
    this.socket.on('disconnect', (reason) => {
      this.setState('offline')
      // The server closed this connection on purpose (a drain); Socket.IO then waits to be told to return.
      if (reason === 'io server disconnect') this.returnAfter(BACK_AFTER_MS)
    })
    this.socket.on('connect_error', (error) => {
      if (LIMITED.includes(error.message)) return this.stayLimited()
      this.setState('offline')
      if (error.message === CONNECTION_REFUSED.noSession) this.end()
      // A refusal by the server is final for Socket.IO, so ask again, gently.
      else if (!this.socket.active) this.returnAfter(ASK_AGAIN_AFTER_MS)
    })
    this.socket.on('session.ended', () => this.end())
  }

  /** Begins to connect. */
  connect(): void {
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

  /**
   * Tells when the state changes.
   * @returns stops telling
   */
  onState(listener: () => void): () => void {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  /**
   * Tells every so often, while there is no place for this connection, that it is time to fetch what would have come.
   * @returns stops telling
   */
  onLimited(listener: () => void): () => void {
    this.limitedListeners.add(listener)
    return () => this.limitedListeners.delete(listener)
  }

  /** Tells, once, that nothing comes any more: closed, or its session is over, whether it stood by then or not. */
  onClosed(listener: () => void): void {
    this.closedListeners.add(listener)
  }

  private stayLimited(): void {
    if (this.isOver) return
    this.setState('limited')
    for (const listener of this.limitedListeners) listener()
    this.returnAfter(PLACE_AGAIN_AFTER_MS + Math.random() * PLACE_AGAIN_SPREAD_MS)
  }

  private end(): void {
    if (this.isOver) return
    this.stop()
    this.onEnded()
  }

  /** From now on nothing connects by itself: by then it would be somebody else's connection. */
  private stop(): void {
    this.isOver = true
    clearTimeout(this.returning)
    this.socket.disconnect()
    for (const listener of this.closedListeners) listener()
    this.closedListeners.clear()
    this.limitedListeners.clear()
  }

  private returnAfter(delayMs: number): void {
    if (this.isOver) return
    clearTimeout(this.returning)
    this.returning = setTimeout(() => this.socket.connect(), delayMs)
  }

  private setState(state: LiveState): void {
    if (state === this.currentState) return
    this.currentState = state
    for (const listener of this.stateListeners) listener()
  }
}
