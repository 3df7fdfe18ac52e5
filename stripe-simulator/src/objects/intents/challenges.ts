import type { Work } from '../../core/call.ts'
import type { Transaction } from '../../core/sql.ts'
import type { Stored } from '../../store/object-kinds.ts'
import { createId } from '../../store/object-store.ts'

export type ChallengeRow = {
  id: string
  intent_id: string
  state: 'open' | 'passed' | 'failed' | 'canceled'
  return_url: string | null
}

export interface ChallengeHow {
  return_url?: string | undefined
  use_stripe_sdk?: boolean | undefined
}

export type NextAction =
  | { type: 'redirect_to_url'; redirect_to_url: { return_url: string | null; url: string } }
  | { type: 'use_stripe_sdk'; use_stripe_sdk: Record<string, unknown> }

/** Requires 3-D Secure. The challenge survives restarts, and waits for an answer or a change of the intent. */
export async function createChallenge(
  { tx, settings }: Work,
  intentId: string,
  how: ChallengeHow,
): Promise<{ id: string; nextAction: NextAction }> {
  const id = createId('3ds')
  const redirects = how.return_url !== undefined && how.use_stripe_sdk !== true
  const returnUrl = how.return_url ?? null
  await tx.query('INSERT INTO challenges (id, intent_id, state, return_url) VALUES ($1, $2, $3, $4)', [
    id,
    intentId,
    'open',
    redirects ? returnUrl : null,
  ])
  const url = `${settings.publicUrl}/hosted/3d-secure/${id}`
  return {
    id,
    nextAction: redirects
      ? { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } }
      : { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } },
  }
}

export async function findChallenge(tx: Transaction, id: string): Promise<ChallengeRow | undefined> {
  const [row] = await tx.query<ChallengeRow>('SELECT id, intent_id, state, return_url FROM challenges WHERE id = $1', [
    id,
  ])
  return row
}

/** Ends a challenge. The caller must hold the intent's row lock, so that only the first decision counts. */
export async function endChallenge(
  tx: Transaction,
  id: string,
  state: Exclude<ChallengeRow['state'], 'open'>,
): Promise<void> {
  await tx.query("UPDATE challenges SET state = $2 WHERE id = $1 AND state = 'open'", [id, state])
}

export async function cancelChallenge(
  { tx }: Work,
  { data, hidden }: Stored<'payment_intent'> | Stored<'setup_intent'>,
): Promise<void> {
  if (hidden.challenge !== null) await endChallenge(tx, hidden.challenge, 'canceled')
  hidden.challenge = null
  data.next_action = null
}
