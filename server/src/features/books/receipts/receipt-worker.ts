import { parentPort } from 'node:worker_threads'

import type { DrawRequest, Drawn } from './receipt-drawing.ts'
import { renderReceiptPdf } from './receipt-pdf.ts'

async function drawReceipt({ id, paper, language }: DrawRequest): Promise<Drawn> {
  try {
    return { id, pdf: new Uint8Array(await renderReceiptPdf(paper, language)) }
  } catch (error) {
    return { id, failure: error instanceof Error ? error.message : 'unknown' }
  }
}

/** Draws receipts in a separate thread: drawing one takes up to half a second and would delay other requests. */
parentPort?.on('message', (request: DrawRequest) => {
  void drawReceipt(request).then((drawn) => parentPort?.postMessage(drawn, []))
})
