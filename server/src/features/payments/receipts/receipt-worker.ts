import { parentPort } from 'node:worker_threads'

import { type DrawRequest, type Drawn } from './receipt-drawing.ts'
import { receiptPdf } from './receipt-pdf.ts'

/** Draws receipts in a thread of its own: one takes up to half a second, for which nobody else is to wait. */
parentPort?.on('message', async ({ id, paper, language }: DrawRequest) => {
  const answer: Drawn = await receiptPdf(paper, language).then(
    (pdf) => ({ id, pdf: new Uint8Array(pdf) }),
    (error: unknown) => ({ id, failure: error instanceof Error ? error.message : 'unknown' }),
  )
  parentPort?.postMessage(answer)
})
