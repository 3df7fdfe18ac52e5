import { io, type Socket } from 'socket.io-client'

import type { ClientToServerEvents, ServerToClientEvents } from '@kundig/contract/live-events'
import { CONNECTION_REFUSED } from '@kundig/contract/live-events'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>
export type LiveState = 'connecting' | 'connected' | 'offline'

/** How long the server may take to acknowledge before the same event is sent again (ms). */
export const ACKNOWLEDGE_TIMEOUT_MS = 6000

/** How long to wait before coming back to a server that sent everyone away (ms): it is being replaced. */
const BACK_AFTER_MS = 500
/** How long to wait before asking a server again that refused (ms). */
const ASK_AGAIN_AFTER_MS = 2000

/**
 * The tab's one live connection. It reconnects by itself and, each time, hands over what `resume` says it
 * already has, so that the server replays what was missed.
 */
export class LiveConnection {
  readonly socket: LiveSocket
  private readonly onEnded: () => void
  private readonly stateListeners = new Set<() => void>()
  private readonly closedListeners = new Set<() => void>()
  private currentState: LiveState = 'connecting'
  private returning: ReturnType<typeof setTimeout> | undefined
  private isOver = false

  /**
   * @param resume per room id, the highest seq up to which this tab holds every message
   * @param onEnded called once when the session behind the connection is over
   */
  constructor(resume: () => Record<string, number>, onEnded: () => void) {
    this.onEnded = onEnded
    this.socket = io({
      path: '/live',
      transports: ['websocket', 'polling'],
      auth: (provide) => provide({ resume: resume() }),
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

  /** Tells, once, that nothing comes any more: closed, or its session is over, whether it stood by then or not. */
  onClosed(listener: () => void): void {
    this.closedListeners.add(listener)
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
