/** Maximum memory for bodies on a server (bytes). */
const BYTES_MAX = 100 * 1024 * 1024
/** A part of it is reserved for bodies up to this size: pictures from the web client. */
const SMALL_BODY_BYTES = 1024 * 1024
const BYTES_FOR_SMALL = 25 * 1024 * 1024
/** Age at which an arriving body gives way when there is no room (ms). */
const SLOW_AFTER_MS = 5000

/** Memory of one body. */
export interface BodyMemory {
  /** Counts arrived bytes. @returns false without room for them: the body has to be refused */
  take: (bytes: number) => boolean
  /** Marks the body as complete: it no longer gives way. */
  complete: () => void
  /** Releases the memory of the body. */
  release: () => void
}

/**
 * Bounds the memory of all bodies that arrive or are processed. A body takes its arrived bytes, not its declared ones:
 * a sender who declares much and sends little excludes no others.
 * @param now a clock (ms)
 */
export class UploadMemory {
  readonly #now: () => number
  #taken = 0
  /** Incomplete bodies, oldest first. */
  readonly #arriving = new Set<{ since: number; giveWay: () => void }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Makes room by refusing slow bodies. @returns true when there is room */
  #hasRoom(bytes: number, isSmall: boolean): boolean {
    const most = isSmall ? BYTES_MAX : BYTES_MAX - BYTES_FOR_SMALL
    for (const body of this.#arriving) {
      if (this.#taken + bytes <= most || this.#now() - body.since < SLOW_AFTER_MS) break
      body.giveWay()
    }
    return this.#taken + bytes <= most
  }

  /**
   * Starts to count a body.
   * @param declaredBytes its declared length
   * @param onGiveWay called when it has to be refused in favour of others; its memory is released by then
   * @returns null without room for it now
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
