import { finished, type Readable, Transform } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

import { Bulkhead } from '../../limits/bulkhead.ts'
import type { HttpServer } from '../http-server.ts'
import { UploadMemory } from './upload-memory.ts'

/** How many bodies of one person are read and worked on at a time. */
const AT_ONCE = 2
/** How many more of theirs may wait; none of these is read. */
const OUTSIDE_MAX = 8
/** They wait no longer than this (ms): a request must have arrived whole within 30 s. */
const OUTSIDE_MS = 20_000
/** How often is asked whether its sender is still let in (ms): whoever is not, is cut off within 5 s. */
const STILL_IN_MS = 2000
/** When to try again (s). */
const RETRY_AFTER_S = 2

/** Who sends an upload. */
export interface Sender {
  personId: string
  /** Whether the sender is still let in; an upload is cut off once they are not. */
  isStillIn: () => Promise<boolean>
  /** Called once when the upload is over, whatever comes of it. */
  onEnd?: () => void
}

/** An upload that was let in. */
export interface AdmittedUpload {
  /** Its body; empty where none was sent. */
  body: Buffer
  /** Ends when its sender hangs up before the answer. */
  gone: AbortSignal
  /**
   * Takes the body on and makes the answer. Its place is kept until that is done, also when the sender hangs up
   * meanwhile.
   */
  perform: <T>(work: () => Promise<T>) => Promise<T>
}

interface Admission extends Pick<AdmittedUpload, 'gone' | 'perform'> {
  /** The body on its way into memory, counted. */
  count: (body: Readable) => Readable
}

/**
 * Lets uploads in before their bodies are read, which happens in memory: a few of each person at a time, and so many
 * bytes over all of them. One for all kinds of uploads of a server.
 */
export class UploadDoor {
  readonly #places = new Bulkhead({
    places: Number.POSITIVE_INFINITY,
    placesPerKey: AT_ONCE,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingPerKeyMax: OUTSIDE_MAX,
    waitMs: OUTSIDE_MS,
    busy: 'UPLOADS_UNDER_WAY',
    crowded: 'UPLOADS_UNDER_WAY',
    retryAfterS: RETRY_AFTER_S,
  })
  readonly #memory = new UploadMemory()

  #full(): Refusal {
    return new Refusal('UNAVAILABLE', undefined, RETRY_AFTER_S)
  }

  /**
   * Waits until an upload may come in. To be called before its body is read.
   * @throws Refusal UPLOADS_UNDER_WAY (429), or UNAVAILABLE (503), each with when to come again
   */
  async #admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { personId, isStillIn, onEnd }: Sender,
    bodyMaxBytes: number,
  ): Promise<Admission> {
    const gone = goneSignal(reply)
    let counted: Transform | undefined
    const leave = await this.#places.enter(personId, gone)
    const declared = Number(request.headers['content-length'] ?? (request.method === 'DELETE' ? 0 : bodyMaxBytes))
    const held = this.#memory.open(Math.min(bodyMaxBytes, declared), () => counted?.destroy(this.#full()))
    if (!held) {
      leave()
      throw this.#full()
    }
    const watch = watchSender(request, isStillIn)
    let isOver = false
    let isAtWork = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      clearInterval(watch)
      held.release()
      leave()
      onEnd?.()
    }
    const endUnlessAtWork = (): void => {
      if (!isAtWork) end()
    }
    if (reply.raw.closed) endUnlessAtWork()
    else reply.raw.once('close', endUnlessAtWork)
    return {
      gone,
      count: (body) => {
        counted = new Transform({
          transform: (chunk: Buffer, _encoding, done) => {
            if (held.take(chunk.length)) done(null, chunk)
            else done(this.#full())
          },
        })
        passOn(body, counted)
        return counted
      },
      perform: async (work) => {
        isAtWork = true
        held.complete()
        try {
          return await work()
        } finally {
          end()
        }
      },
    }
  }

  /**
   * Makes a scope of routes take uploads, whatever type they are declared as: their bytes tell what they are.
   * @param bodyMaxBytes a larger body is refused as too large
   * @param identify says whose an upload is before any of its body is read, with what its route needs; null where it
   *   was answered
   * @returns gives a route's handler what was let in
   */
  receive<Known>(
    scope: HttpServer,
    bodyMaxBytes: number,
    identify: (request: FastifyRequest, reply: FastifyReply) => Promise<(Sender & Known) | null>,
  ): (request: FastifyRequest) => AdmittedUpload & Known {
    const admitted = new WeakMap<FastifyRequest, Admission & Known>()
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyMaxBytes }, (_request, body, done) =>
      done(null, body),
    )
    scope.addHook('onRequest', async (request, reply) => {
      const sender = await identify(request, reply)
      if (!sender) return reply
      try {
        admitted.set(request, { ...sender, ...(await this.#admit(request, reply, sender, bodyMaxBytes)) })
      } catch (error) {
        sender.onEnd?.()
        throw error
      }
      return undefined
    })
    scope.addHook('preParsing', async (request, _reply, body: Readable) => admitted.get(request)?.count(body) ?? body)
    return (request) => {
      const admission = admitted.get(request)
      if (!admission) throw new Refusal('NO_SESSION')
      return { ...admission, body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0) }
    }
  }
}

/** Cuts an upload off once its sender is no longer let in. */
function watchSender(request: FastifyRequest, isStillIn: Sender['isStillIn']): NodeJS.Timeout {
  return setInterval(() => {
    // As long as it cannot be known, they stay.
    isStillIn().then(
      (isIn) => {
        if (!isIn) request.raw.destroy()
      },
      () => undefined,
    )
  }, STILL_IN_MS).unref()
}

/** Passes a body on. Where the next stream ends early, the rest is read and dropped, so that its sender reads the answer. */
function passOn(body: Readable, next: Transform): void {
  finished(body, (error) => error && next.destroy(error))
  finished(next, (error) => {
    if (!error) return
    body.unpipe(next)
    body.resume()
  })
  body.pipe(next)
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
