import { finished, type Readable, Transform } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

import { Bulkhead } from '../../limits/bulkhead.ts'
import type { HttpServer } from '../http-server.ts'
import { UploadMemory } from './upload-memory.ts'

/** Maximum concurrent uploads of one person. */
const AT_ONCE = 2
const WAITING_MAX = 8
/** Maximum wait of an upload (ms): its request must arrive completely within 30 s. */
const WAIT_MS = 20_000
/** Interval between session checks (ms): when a session ends, its uploads are cut off within 5 s. */
const SESSION_CHECK_MS = 2000
const RETRY_AFTER_S = 2

export interface Sender {
  personId: string
  /** A false result of a repeated check cuts the upload off. */
  isStillIn: () => Promise<boolean>
  /** Called once when the upload ends, even with an error. */
  onEnd?: () => void
}

export interface AdmittedUpload {
  body: Buffer
  /** Signal that aborts when the sender disconnects before the answer. */
  gone: AbortSignal
  /** Runs `work`. The upload keeps its slot and memory until `work` ends, even when the sender disconnects. */
  perform: <T>(work: () => Promise<T>) => Promise<T>
}

interface Admission extends Pick<AdmittedUpload, 'gone' | 'perform'> {
  count: (body: Readable) => Readable
}

/** Limits uploads before their bodies are read, per person and by all bytes in memory. A server has one limiter. */
export class UploadLimiter {
  readonly #places = new Bulkhead({
    slots: Number.POSITIVE_INFINITY,
    slotsPerKey: AT_ONCE,
    waitingMax: Number.POSITIVE_INFINITY,
    waitingPerKeyMax: WAITING_MAX,
    waitMs: WAIT_MS,
    busy: 'UPLOADS_UNDER_WAY',
    crowded: 'UPLOADS_UNDER_WAY',
    retryAfterS: RETRY_AFTER_S,
  })
  readonly #memory = new UploadMemory()

  #full(): Refusal {
    return new Refusal('UNAVAILABLE', undefined, RETRY_AFTER_S)
  }

  /** Admits an upload before its body is read. Throws UPLOADS_UNDER_WAY (429), UNAVAILABLE (503) with retry delays. */
  async #admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { personId, isStillIn, onEnd }: Sender,
    bodyMaxBytes: number,
  ): Promise<Admission> {
    const gone = createDisconnectSignal(reply)
    let counted: Transform | undefined
    const leave = await this.#places.enter(personId, gone)
    const declared = Number(request.headers['content-length'] ?? (request.method === 'DELETE' ? 0 : bodyMaxBytes))
    const held = this.#memory.open(Math.min(bodyMaxBytes, declared), () => counted?.destroy(this.#full()))
    if (!held) {
      leave()
      throw this.#full()
    }
    const watch = watchSenderSession(request, isStillIn)
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
        pipeBody(body, counted)
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

  /** Receives uploads of any declared type. `identify` runs before the body is read; it returns null if it answered. */
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

function watchSenderSession(request: FastifyRequest, isStillIn: Sender['isStillIn']): NodeJS.Timeout {
  return setInterval(() => {
    // A failed session check does not cut the upload off.
    isStillIn().then(
      (isIn) => {
        if (!isIn) request.raw.destroy()
      },
      () => undefined,
    )
  }, SESSION_CHECK_MS).unref()
}

/** Pipes a body. If the next stream ends early, drops the rest of the body, so that the sender reads the answer. */
function pipeBody(body: Readable, next: Transform): void {
  finished(body, (error) => error && next.destroy(error))
  finished(next, (error) => {
    if (!error) return
    body.unpipe(next)
    body.resume()
  })
  body.pipe(next)
}

function createDisconnectSignal(reply: FastifyReply): AbortSignal {
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
