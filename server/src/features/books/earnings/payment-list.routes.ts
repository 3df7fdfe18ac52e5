import type { OpenAPI } from '@orpc/contract'

import { EARNINGS_CSV_PATH } from '@kundig/contract/books/payment-lists.contract'
import { Refusal } from '@kundig/contract/errors'
import type { Language } from '@kundig/contract/languages'

import { countCall, implementation } from '../../../implementation.ts'
import { describeRefusals } from '../../../platform/http/documented-refusals.ts'
import { streamPieces } from '../../../platform/http/files/answer-pieces.ts'
import { formatContentDisposition } from '../../../platform/http/files/content-disposition.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { readQueryLanguage, readPreferences } from '../../../platform/http/pages/preferences.ts'
import type { Identify } from '../../../viewer.ts'
import type { PaymentListService } from './payment-list.service.ts'

export const EARNINGS_PATHS: OpenAPI.PathsObject = {
  '/payments/earnings.csv': {
    get: {
      tags: ['Selling'],
      summary: 'Your earnings as CSV (RFC 4180, UTF-8)',
      responses: {
        200: { description: 'The file', content: { 'text/csv': { schema: { type: 'string' } } } },
        ...describeRefusals('NO_SESSION', 'TOO_MANY_ATTEMPTS', 'UNAVAILABLE'),
      },
    },
  },
}

export interface PaymentListRoutes {
  lists: PaymentListService
  count: (userId: string) => void
}

export function createPaymentListProcedures({ lists, count }: PaymentListRoutes) {
  const { payments } = implementation
  return {
    paid: payments.paid.handler(({ context, input }) => lists.paid(countCall(context, count), input.cursor)),
    earned: payments.earned.handler(({ context, input }) => lists.earned(countCall(context, count), input.cursor)),
    earnings: payments.earnings.handler(({ context }) => lists.earnings(countCall(context, count))),
  }
}

const FILE_NAMES: Record<Language, string> = { en: 'earnings', nl: 'inkomsten' }

/** Serves a seller's payments as a file. Procedures of the contract return only JSON. */
export function serveEarningsFile(
  server: HttpServer,
  { lists, identify, count }: PaymentListRoutes & { identify: Identify },
): void {
  server.get(EARNINGS_CSV_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const viewer = await identify(request, reply)
    if (!viewer) throw new Refusal('NO_SESSION')
    count(viewer.userId)
    const language = readQueryLanguage(request) ?? readPreferences(request).language
    const body = await streamPieces(viewer.userId, lists.csv(viewer.userId, language))
    const name = `${FILE_NAMES[language]}-${new Date().toISOString().slice(0, 10)}.csv`
    return reply
      .header('content-disposition', formatContentDisposition('attachment', name))
      .type('text/csv; charset=utf-8')
      .send(body)
  })
}
