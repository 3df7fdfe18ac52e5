import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

/** How many bodies of one person are read and worked on at a time. */
const AT_ONCE = 2
/** How many more of theirs may wait; none of these is read. */
const OUTSIDE_MAX = 8
/** They wait no longer than this (ms): a request must have arrived whole within 30 s. */
const OUTSIDE_MS = 20_000
/** The bodies that are in memory at a time, over all people (bytes). */
const BYTES_MAX = 100 * 1024 * 1024
/** How often is asked whether its sender is still let in (ms): whoever is not, is cut off within 5 s. */
const STILL_IN_MS = 2000
/** When to try again (s). */
const RETRY_AFTER_S = 2

/** An upload that was let in. */
export interface AdmittedUpload {
  /** Ends when its sender hangs up before the answer. */
  gone: AbortSignal
  /**
   * Takes the body on and makes the answer. Its place is kept until that is done, also when the sender hangs up
   * meanwhile.
   */
  perform: <T>(work: () => Promise<T>) => Promise<T>
}

export type UploadDoor = ReturnType<typeof createUploadDoor>

/**
 * Lets uploads in before their bodies are read, which happens in memory: a few of each person at a time, and so many
 * bytes over all of them. One for all kinds of uploads of a server.
 */
export function createUploadDoor() {
  const people = new Map<string, { inside: number; outside: (() => void)[] }>()
  let bytes = 0

  function leave(personId: string): void {
    const person = people.get(personId)
    if (!person) return
    const next = person.outside.shift()
    if (next) return next()
    person.inside -= 1
    if (person.inside === 0) people.delete(personId)
  }

  /** @throws Refusal UPLOADS_UNDER_WAY after a while, or at once when many wait already */
  async function enter(personId: string, gone: AbortSignal): Promise<void> {
    const person = people.get(personId) ?? { inside: 0, outside: [] }
    people.set(personId, person)
    if (person.inside < AT_ONCE) {
      person.inside += 1
      return
    }
    const refusal = new Refusal('UPLOADS_UNDER_WAY', undefined, RETRY_AFTER_S)
    if (person.outside.length >= OUTSIDE_MAX || gone.aborted) throw refusal
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        person.outside.splice(person.outside.indexOf(come), 1)
        stop()
        reject(refusal)
      }
      const timer = setTimeout(giveUp, OUTSIDE_MS)
      const stop = (): void => {
        clearTimeout(timer)
        gone.removeEventListener('abort', giveUp)
      }
      const come = (): void => {
        stop()
        resolve()
      }
      gone.addEventListener('abort', giveUp, { once: true })
      person.outside.push(come)
    })
  }

  return {
    /**
     * Waits until an upload may come in. To be called before its body is read.
     * @param isStillIn whether its sender is still let in; it is cut off once they are not
     * @param bodyMaxBytes what is reserved for a body whose length was not declared
     * @param onEnd called once when it is over, whatever comes of it; not when it is refused
     * @throws Refusal UPLOADS_UNDER_WAY (429), or UNAVAILABLE (503), each with when to come again
     */
    admit: async (
      request: FastifyRequest,
      reply: FastifyReply,
      {
        personId,
        isStillIn,
        bodyMaxBytes,
        onEnd,
      }: { personId: string; isStillIn: () => Promise<boolean>; bodyMaxBytes: number; onEnd?: () => void },
    ): Promise<AdmittedUpload> => {
      const gone = goneSignal(reply)
      await enter(personId, gone)
      const declared = Number(request.headers['content-length'] ?? bodyMaxBytes)
      const reserved = Math.min(bodyMaxBytes, declared)
      if (bytes + reserved > BYTES_MAX) {
        leave(personId)
        throw new Refusal('UNAVAILABLE', undefined, RETRY_AFTER_S)
      }
      bytes += reserved
      const watch = setInterval(() => {
        // As long as it cannot be known, they stay.
        isStillIn().then(
          (isIn) => {
            if (!isIn) request.raw.destroy()
          },
          () => undefined,
        )
      }, STILL_IN_MS)
      watch.unref()
      let isOver = false
      let isAtWork = false
      const end = (): void => {
        if (isOver) return
        isOver = true
        clearInterval(watch)
        bytes -= reserved
        leave(personId)
        onEnd?.()
      }
      const endUnlessAtWork = (): void => {
        if (!isAtWork) end()
      }
      if (reply.raw.closed) endUnlessAtWork()
      else reply.raw.once('close', endUnlessAtWork)
      return {
        gone,
        perform: async (work) => {
          isAtWork = true
          try {
            return await work()
          } finally {
            end()
          }
        },
      }
    },
  }
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  const { raw } = reply
  if (raw.closed) leaving.abort()
  else {
    raw.once('close', () => {
      if (!raw.writableFinished) leaving.abort()
    })
  }
  return leaving.signal
}
