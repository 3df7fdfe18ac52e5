import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'

import { Refusal } from '@kundig/contract/errors'
import { id } from '@kundig/contract/schemas'

import { formatContentDisposition } from '../../../platform/http/files/content-disposition.ts'
import type { HttpServer } from '../../../platform/http/http-server.ts'
import { type Identify, identifyViewerOrVisitor } from '../../../viewer.ts'
import type { OperatorService } from '../team/operator.service.ts'
import type { SecondFactorGate } from '../team/second-factor-gate.ts'
import type { CaseService } from './case.service.ts'

const addresses = z.object({ caseId: id })

export interface ReportedFileRoutes {
  identify: Identify
  operators: Pick<OperatorService, 'findRole'>
  gate: SecondFactorGate
  cases: Pick<CaseService, 'readFile'>
}

/** Serves a reported file without changes, even after the file was removed. Not part of the JSON contract. */
export function serveReportedFiles(server: HttpServer, { identify, operators, gate, cases }: ReportedFileRoutes): void {
  /** @throws Refusal NOT_FOUND for accounts without a role, as for an unknown address */
  async function requireOperator(request: FastifyRequest, reply: FastifyReply): Promise<string> {
    const viewer = await identifyViewerOrVisitor(identify, request, reply)
    if (viewer === null || (await operators.findRole(viewer.userId)) === null) throw new Refusal('NOT_FOUND')
    await gate.require(viewer)
    return viewer.userId
  }

  server.get('/api/operations/cases/:caseId/file', async (request, reply) => {
    // Responses are not cached, because each view adds an audit log entry.
    reply.header('cache-control', 'no-store')
    const operatorId = await requireOperator(request, reply)
    const address = addresses.safeParse(request.params)
    if (!address.success) throw new Refusal('CASE_NOT_FOUND')
    const { name, type, content } = await cases.readFile(operatorId, address.data.caseId)
    const kind = type.startsWith('image/') ? 'inline' : 'attachment'
    return reply
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', formatContentDisposition(kind, name))
      .type(type)
      .send(content)
  })
}
