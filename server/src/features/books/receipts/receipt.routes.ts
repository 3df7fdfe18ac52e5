import type { OpenAPI } from '@orpc/contract'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { id } from '@kundig/contract/schemas'

import { describeRefusals } from '../../../platform/http/documented-refusals.ts'
import { formatContentDisposition } from '../../../platform/http/files/content-disposition.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { readQueryLanguage, readPreferences } from '../../../platform/http/pages/preferences.ts'
import type { Identify } from '../../../viewer.ts'
import type { ReceiptService } from './receipt.service.ts'

const address = z.object({ id })

export const RECEIPT_PATHS: OpenAPI.PathsObject = {
  '/receipts/{id}': {
    get: {
      tags: ['Payment requests'],
      summary: 'A receipt of a payment or refund, as PDF',
      description: 'For its buyer and its seller.',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        {
          name: 'lang',
          in: 'query',
          schema: { type: 'string', enum: ['en', 'nl'] },
          description: "In which language; without it, the reader's",
        },
      ],
      responses: {
        200: {
          description: 'The PDF, as an attachment',
          content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
        },
        ...describeRefusals('NO_SESSION', 'NOT_FOUND', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'),
      },
    },
  },
}

export interface ReceiptRoutes {
  receipts: Pick<ReceiptService, 'read'>
  identify: Identify
  count: (userId: string) => void
}

/** Serves receipts to buyers and sellers as files. Procedures of the contract return only JSON. */
export function serveReceipts(server: HttpServer, { receipts, identify, count }: ReceiptRoutes): void {
  server.get('/api/receipts/:id', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const viewer = await identify(request, reply)
    if (!viewer) throw new Refusal('NO_SESSION')
    const asked = address.safeParse(request.params)
    if (!asked.success) throw new Refusal('NOT_FOUND')
    const { userId } = viewer
    count(userId)
    const language = readQueryLanguage(request) ?? readPreferences(request).language
    const { name, pdf } = await receipts.read(userId, asked.data.id, language)
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', formatContentDisposition('attachment', name))
      .type('application/pdf')
      .send(pdf)
  })
}
