import { io, type Socket } from 'socket.io-client'

import type { ClientToServerEvents, ServerToClientEvents } from '@kundig/contract/live-events'
import { CONNECTION_REFUSED } from '@kundig/contract/live-events'

export type LiveSocket = Socket<ServerToClientEvents, ClientToServerEvents>
export type LiveState = 'connecting' | 'connected' | 'offline'

/** How long the server may take to acknowledge before the same event is sent again (ms). */
export const ACKNOWLEDGE_TIMEOUT_MS = 6000

/**
 * The tab's one live connection. It reconnects by itself and, each time, hands over what `resume` says it
 * already has, so that the server replays what was missed.
 */
export class LiveConnection {
  readonly socket: LiveSocket
  private readonly stateListeners = new Set<() => void>()
  private currentState: LiveState = 'connecting'

  /**
   * @param resume per room id, the highest seq up to which this tab holds every message
   * @param onEnded called once when the session behind the connection is over
   */
  constructor(resume: () => Record<string, number>, onEnded: () => void) {
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
      if (reason === 'io server disconnect') setTimeout(() => this.socket.connect(), 500)
    })
    this.socket.on('connect_error', (error) => {
      this.setState('offline')
      if (error.message === CONNECTION_REFUSED.noSession) onEnded()
      // A refusal by the server is final for Socket.IO, so ask again, gently.
      else if (!this.socket.active) setTimeout(() => this.socket.connect(), 2000)
    })
    this.socket.on('session.ended', () => {
      this.socket.disconnect()
      onEnded()
    })
  }

  connect(): void {
    this.socket.connect()
  }

  close(): void {
    this.socket.disconnect()
    this.socket.removeAllListeners()
  }

  get state(): LiveState {
    return this.currentState
  }

  onState(listener: () => void): () => void {
    this.stateListeners.add(listener)
    return () => this.stateListeners.delete(listener)
  }

  private setState(state: LiveState): void {
    if (state === this.currentState) return
    this.currentState = state
    for (const listener of this.stateListeners) listener()
  }
}
