import type { Transaction } from '../core/sql.ts'
import { createId } from '../store/object-store.ts'

/** Lifetime of an unopened link (s). */
export const LINK_S = 300

export type LinkRow = {
  token: string
  kind: 'dashboard' | 'onboarding'
  account_id: string
  refresh_url: string | null
  return_url: string | null
  expires_s: string
  session: string | null
  outcome: string | null
}

const COLUMNS = 'token, kind, account_id, refresh_url, return_url, expires_s, session, outcome'

export async function makeLink(
  tx: Transaction,
  link: Pick<LinkRow, 'account_id' | 'kind'> & { refresh_url?: string; return_url?: string | undefined },
): Promise<string> {
  const token = createId('link', 32)
  await tx.query(
    `INSERT INTO links (token, kind, account_id, refresh_url, return_url, expires_s) VALUES ($1, $2, $3, $4, $5, $6)`,
    [token, link.kind, link.account_id, link.refresh_url ?? null, link.return_url ?? null, tx.nowS + LINK_S],
  )
  return token
}

/**
 * Opens a link once: only the first caller gets a session. Returns undefined for an unknown link, and no session for a
 * used or expired link.
 */
export async function openLink(
  tx: Transaction,
  kind: LinkRow['kind'],
  token: string,
): Promise<{ link: LinkRow; session: string | undefined } | undefined> {
  const [link] = await tx.query<LinkRow>(`SELECT ${COLUMNS} FROM links WHERE token = $1 AND kind = $2 FOR UPDATE`, [
    token,
    kind,
  ])
  if (link === undefined) return undefined
  if (link.session !== null || Number(link.expires_s) < tx.nowS) return { link, session: undefined }
  const session = createId('onboarding', 32)
  await tx.query('UPDATE links SET session = $2 WHERE token = $1', [token, session])
  return { link, session }
}

/** Finds an opened link by its session, and locks it. */
export async function lockSession(tx: Transaction, session: string): Promise<LinkRow | undefined> {
  const [link] = await tx.query<LinkRow>(`SELECT ${COLUMNS} FROM links WHERE session = $1 FOR UPDATE`, [session])
  return link
}

export async function endSession(tx: Transaction, session: string, outcome: string): Promise<void> {
  await tx.query('UPDATE links SET outcome = $2 WHERE session = $1', [session, outcome])
}
