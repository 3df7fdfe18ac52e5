import { ERRORS, type ErrorCode } from '@kundig/contract/errors'

export function describeRefusals(...codes: ErrorCode[]): Record<string, { description: string }> {
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status)
  return Object.fromEntries(
    Array.from(byStatus, ([status, group]) => [
      status,
      { description: group.map((code) => `${code}: ${ERRORS[code].en}`).join('; ') },
    ]),
  )
}
