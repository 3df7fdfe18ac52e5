import { finished, type Readable, Transform } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { Refusal } from '@kundig/contract/errors'

import { Bulkhead } from '../../limits/bulkhead.ts'
import type { HttpServer } from '../http-server.ts'
import { UploadMemory } from './upload-memory.ts'

/** Maximum bodies of one person in progress. */
const AT_ONCE = 2
const WAITING_MAX = 8
/** Maximum wait (ms): a request must have arrived completely within 30 s. */
const WAIT_MS = 20_000
/** Interval of session checks (ms): an upload without a session is cut off within 5 s. */
const SESSION_CHECK_MS = 2000
const RETRY_AFTER_S = 2

export interface Sender {
  personId: string
  /** The upload is cut off when this becomes false. */
  isStillIn: () => Promise<boolean>
  /** Called once, for every result. */
  onEnd?: () => void
}

export interface AdmittedUpload {
  body: Buffer
  /** Aborted when the sender disconnects before the answer. */
  gone: AbortSignal
  /** Makes the answer. The upload keeps its place until the answer is made, also when the sender disconnects. */
  perform: <T>(work: () => Promise<T>) => Promise<T>
}

interface Admission extends Pick<AdmittedUpload, 'gone' | 'perform'> {
  count: (body: Readable) => Readable
}

/** Admits uploads before their bodies are read: a few per person, and a maximum of bytes over all. One per server. */
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

  /** Call it before the body is read. Refuses with UPLOADS_UNDER_WAY (429) or UNAVAILABLE (503), and a retry delay. */
  async #admit(
    request: FastifyRequest,
    reply: FastifyReply,
    { personId, isStillIn, onEnd }: Sender,
    bodyMaxBytes: number,
  ): Promise<Admission> {
    const gone = createGoneSignal(reply)
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

  /** Accepts any declared type: the bytes decide. `identify` runs before the body is read; null after answering itself. */
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

function watchSender(request: FastifyRequest, isStillIn: Sender['isStillIn']): NodeJS.Timeout {
  return setInterval(() => {
    // A failed check does not cut the upload off.
    isStillIn().then(
      (isIn) => {
        if (!isIn) request.raw.destroy()
      },
      () => undefined,
    )
  }, SESSION_CHECK_MS).unref()
}

/** Drops the rest after an early end of the next stream, so that the sender reads the answer. */
function pipeBody(body: Readable, next: Transform): void {
  finished(body, (error) => error && next.destroy(error))
  finished(next, (error) => {
    if (!error) return
    body.unpipe(next)
    body.resume()
  })
  body.pipe(next)
}

function createGoneSignal(reply: FastifyReply): AbortSignal {
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
