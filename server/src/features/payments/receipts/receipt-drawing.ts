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

/** Longer than any receipt takes, the start of the thread included (ms). */
const TIMEOUT_MS = 15_000
/** A thread that nobody needs any more gives its memory back after so long (ms). */
const IDLE_MS = 60_000

/** Draws receipts as PDFs, in a thread that is there while it is needed. */
export function createReceiptDrawing() {
  let worker: Worker | null = null
  let nextId = 0
  let idle: NodeJS.Timeout | undefined
  const waiting = new Map<number, { done: (pdf: Buffer) => void; fail: (error: Error) => void }>()

  /** Ends the thread; what it was to draw fails. */
  function end(error: Error): void {
    const ending = worker
    worker = null
    for (const { fail } of waiting.values()) fail(error)
    waiting.clear()
    void ending?.terminate()
  }

  function open(): Worker {
    const opened = new Worker(new URL('./receipt-worker.ts', import.meta.url))
    // A server that stops does not wait for it.
    opened.unref()
    opened.on('message', (drawn: Drawn) => {
      const asked = waiting.get(drawn.id)
      waiting.delete(drawn.id)
      if ('pdf' in drawn) asked?.done(Buffer.from(drawn.pdf))
      else asked?.fail(new Error(`A receipt could not be drawn: ${drawn.failure}`))
    })
    opened.on('error', (error) => {
      if (worker === opened) end(error instanceof Error ? error : new Error('The thread that draws receipts failed'))
    })
    opened.on('exit', () => {
      if (worker === opened) end(new Error('The thread that draws receipts ended'))
    })
    return opened
  }

  async function draw(paper: ReceiptPaper, language: Language): Promise<Buffer> {
    clearTimeout(idle)
    worker ??= open()
    const id = nextId++
    const { promise, resolve: done, reject: fail } = Promise.withResolvers<Buffer>()
    waiting.set(id, { done, fail })
    worker.postMessage({ id, paper, language } satisfies DrawRequest, [])
    const late = setTimeout(() => end(new Refusal('UNAVAILABLE')), TIMEOUT_MS)
    try {
      return await promise
    } finally {
      clearTimeout(late)
      if (waiting.size === 0) idle = setTimeout(() => end(new Error('Nothing is drawn')), IDLE_MS).unref()
    }
  }

  return {
    /** @throws Refusal UNAVAILABLE when it takes too long; Error when it cannot be drawn */
    draw,
    /** Ends the thread. */
    close: (): void => {
      clearTimeout(idle)
      end(new Refusal('UNAVAILABLE'))
    },
  }
}

export type ReceiptDrawing = ReturnType<typeof createReceiptDrawing>
