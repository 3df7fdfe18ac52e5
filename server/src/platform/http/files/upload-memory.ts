/** What bodies may take of a server's memory (bytes). */
const BYTES_MAX = 100 * 1024 * 1024
/** A part of it is for bodies up to this size: pictures, as our pages send them. */
const SMALL_BODY_BYTES = 1024 * 1024
const BYTES_FOR_SMALL = 25 * 1024 * 1024
/** A body that takes longer than this to arrive gives way when there is no room (ms). */
const SLOW_AFTER_MS = 5000

/** The memory that one body takes. */
export interface BodyMemory {
  /** Counts bytes that arrived. @returns false where there is no room for them: the body has to be refused */
  take: (bytes: number) => boolean
  /** The body is whole: it does not give way any more. */
  complete: () => void
  /** The body is gone. */
  release: () => void
}

/**
 * Bounds the memory of all bodies that arrive or are worked on. A body takes what has arrived of it, not what its sender
 * announced: whoever announces much and sends little keeps no one out.
 * @param now a clock (ms)
 */
export class UploadMemory {
  readonly #now: () => number
  #taken = 0
  /** Bodies that are not whole, the oldest first. */
  readonly #arriving = new Set<{ since: number; giveWay: () => void }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Makes room where slow bodies take it. @returns whether there is room */
  #hasRoom(bytes: number, isSmall: boolean): boolean {
    const most = isSmall ? BYTES_MAX : BYTES_MAX - BYTES_FOR_SMALL
    for (const body of this.#arriving) {
      if (this.#taken + bytes <= most || this.#now() - body.since < SLOW_AFTER_MS) break
      body.giveWay()
    }
    return this.#taken + bytes <= most
  }

  /**
   * Begins to count a body.
   * @param declaredBytes its length, as its sender announced it
   * @param onGiveWay called when it has to be refused for the sake of others; it is released by then
   * @returns null where there is no room for it now
   */
  open(declaredBytes: number, onGiveWay: () => void): BodyMemory | null {
    const isSmall = declaredBytes <= SMALL_BODY_BYTES
    if (!this.#hasRoom(declaredBytes, isSmall)) return null
    let own = 0
    const release = (): void => {
      this.#arriving.delete(body)
      this.#taken -= own
      own = 0
    }
    const body = {
      since: this.#now(),
      giveWay: () => {
        release()
        onGiveWay()
      },
    }
    this.#arriving.add(body)
    return {
      take: (bytes) => {
        if (!this.#hasRoom(bytes, isSmall) || !this.#arriving.has(body)) return false
        own += bytes
        this.#taken += bytes
        return true
      },
      complete: () => void this.#arriving.delete(body),
      release,
    }
  }
}
