/** Maximum memory for bodies on a server (bytes). */
const BYTES_MAX = 100 * 1024 * 1024
/** Maximum size of small bodies, such as pictures of the web client, which have reserved memory (bytes). */
const SMALL_BODY_BYTES = 1024 * 1024
const BYTES_FOR_SMALL = 25 * 1024 * 1024
/** Age after which an arriving body is cut off when memory is full (ms). */
const SLOW_AFTER_MS = 5000

export interface BodyMemory {
  take: (bytes: number) => boolean
  /** Marks the body as complete, so that other bodies cannot displace it. */
  complete: () => void
  release: () => void
}

/** Limits the memory of all bodies by received, not declared bytes, so that slow senders cannot exclude others. */
export class UploadMemory {
  readonly #now: () => number
  #taken = 0
  readonly #arriving = new Set<{ since: number; giveWay: () => void }>()

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  #hasRoom(bytes: number, isSmall: boolean): boolean {
    const most = isSmall ? BYTES_MAX : BYTES_MAX - BYTES_FOR_SMALL
    for (const body of this.#arriving) {
      if (this.#taken + bytes <= most || this.#now() - body.since < SLOW_AFTER_MS) break
      body.giveWay()
    }
    return this.#taken + bytes <= most
  }

  /** Returns null when memory is full. `onGiveWay` runs when this body loses its memory to another body. */
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
