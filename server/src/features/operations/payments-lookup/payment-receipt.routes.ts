import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { id } from '@kundig/contract/schemas'

import { formatContentDisposition } from '../../../platform/http/files/content-disposition.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { readQueryLanguage, readPreferences } from '../../../platform/http/pages/preferences.ts'
import { type Identify, identifyViewerOrVisitor } from '../../../viewer.ts'
import type { ReceiptService } from '../../books/receipts/receipt.service.ts'
import type { OperatorRefundService } from '../refunds/operator-refund.service.ts'
import type { OperatorService } from '../team/operator.service.ts'
import type { SecondFactorGate } from '../team/second-factor-gate.ts'

const addresses = z.object({ paymentId: id, receiptId: id })

export interface PaymentReceiptRoutes {
  identify: Identify
  operators: Pick<OperatorService, 'findRole'>
  gate: SecondFactorGate
  refunds: Pick<OperatorRefundService, 'read'>
  receipts: ReceiptService['ofOperators']
}

/** Serves receipts of all payments except the operator's own. Not part of the contract, which uses JSON. */
export function servePaymentReceipts(
  server: HttpServer,
  { identify, operators, gate, refunds, receipts }: PaymentReceiptRoutes,
): void {
  /** @throws Refusal NOT_FOUND for accounts without a role, as for an unknown address */
  async function requireOperator(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const viewer = await identifyViewerOrVisitor(identify, request, reply)
    if (viewer === null || (await operators.findRole(viewer.userId)) === null) throw new Refusal('NOT_FOUND')
    await gate.require(viewer)
    return viewer.userId
  }

  server.get('/api/operations/payments/:paymentId/receipts/:receiptId', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const operatorId = await requireOperator(request, reply)
    const address = addresses.safeParse(request.params)
    if (!address.success) throw new Refusal('NOT_FOUND')
    const { paymentId, receiptId } = address.data
    await refunds.read(operatorId, paymentId)
    const language = readQueryLanguage(request) ?? readPreferences(request).language
    const { name, pdf } = await receipts.read(operatorId, { paymentId, receiptId }, language)
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', formatContentDisposition('attachment', name))
      .type('application/pdf')
      .send(pdf)
  })
}
