import type { ErrorCode } from '@kundig/contract/errors'
import { OBJECTION_LIMITS, type StatementKind } from '@kundig/contract/safety/statement-rules'

export function findObjectionRefusal(
  found: { kind: StatementKind; createdAt: Date; isUndone: boolean; hasObjection: boolean } | undefined,
  now: Date,
): ErrorCode | null {
  // A decision that undoes or upholds another one is final. A decision that was undone needs no objection.
  if (!found || found.kind === 'undo' || found.kind === 'uphold' || found.isUndone) return 'STATEMENT_NOT_FOUND'
  if (found.hasObjection) return 'OBJECTED_ALREADY'
  const ageMs = now.getTime() - found.createdAt.getTime()
  return ageMs > OBJECTION_LIMITS.days * 86_400_000 ? 'OBJECTION_TOO_LATE' : null
}
