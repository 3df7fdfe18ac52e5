import { Worker } from 'node:worker_threads'

import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import type { ReceiptPaper } from './receipt-pdf.ts'

export interface DrawRequest {
  id: number
  paper: ReceiptPaper
  language: Language
}
export type Drawn = { id: number } & ({ pdf: Uint8Array } | { failure: string })

/** Timeout for drawing a receipt, including the thread's start (ms). No receipt takes this long. */
const TIMEOUT_MS = 15_000
/** Idle period after which the thread ends (ms), to free its memory. */
const IDLE_MS = 60_000

export class ReceiptDrawing {
  #worker: Worker | null = null
  #nextId = 0
  #idle: NodeJS.Timeout | undefined
  readonly #waiting = new Map<number, { done: (pdf: Buffer) => void; fail: (error: Error) => void }>()

  #end(error: Error): void {
    const ending = this.#worker
    this.#worker = null
    for (const { fail } of this.#waiting.values()) fail(error)
    this.#waiting.clear()
    void ending?.terminate()
  }

  #open(): Worker {
    const opened = new Worker(new URL('./receipt-worker.ts', import.meta.url))
    // The thread does not delay the server's exit.
    opened.unref()
    opened.on('message', (drawn: Drawn) => {
      const asked = this.#waiting.get(drawn.id)
      this.#waiting.delete(drawn.id)
      if ('pdf' in drawn) asked?.done(Buffer.from(drawn.pdf))
      else asked?.fail(new Error(`drawing a receipt failed: ${drawn.failure}`))
    })
    opened.on('error', (error) => {
      if (this.#worker === opened) this.#end(error instanceof Error ? error : new Error('receipt thread failed'))
    })
    opened.on('exit', () => {
      if (this.#worker === opened) this.#end(new Error('receipt thread exited'))
    })
    return opened
  }

  /** @throws Refusal UNAVAILABLE when drawing takes too long; Error when drawing fails */
  async draw(paper: ReceiptPaper, language: Language): Promise<Buffer> {
    clearTimeout(this.#idle)
    this.#worker ??= this.#open()
    const id = this.#nextId++
    const { promise, resolve: done, reject: fail } = Promise.withResolvers<Buffer>()
    this.#waiting.set(id, { done, fail })
    this.#worker.postMessage({ id, paper, language } satisfies DrawRequest, [])
    const late = setTimeout(() => this.#end(new Refusal('UNAVAILABLE')), TIMEOUT_MS)
    try {
      return await promise
    } finally {
      clearTimeout(late)
      if (this.#waiting.size === 0)
        this.#idle = setTimeout(() => this.#end(new Error('receipt thread idle')), IDLE_MS).unref()
    }
  }

  close(): void {
    clearTimeout(this.#idle)
    this.#end(new Refusal('UNAVAILABLE'))
  }
}
