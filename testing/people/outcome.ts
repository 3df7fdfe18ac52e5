import type { Acknowledged } from '@kundig/contract/live/live-events'

import type { Answer, Client, Failure, Person, Tab } from './test-client.ts'

export function toOutcome({ status, body }: { status: number; body?: unknown }): string {
  if (status < 300) return String(status)
  // The RPC protocol wraps the body in `json`.
  const held = (body as { json?: Failure } | null | undefined)?.json ?? (body as Failure | undefined)
  return held?.code === undefined ? String(status) : `${status} ${held.code}`
}

/** Returns the outcome of a refusal, otherwise `shown` or `left out`. */
export function toVisibilityOutcome<Body>(answer: Answer<Body>, shows: (body: Body) => boolean): string {
  if (answer.status >= 300) return toOutcome(answer)
  return shows(answer.body) ? 'shown' : 'left out'
}

/** Acts on a new live connection. Returns `done`, an error code, or `refused …` if the connection was refused. */
export async function trySocketAction(
  client: Client,
  who: Person | null,
  act: (tab: Tab) => Promise<Acknowledged<unknown>>,
): Promise<string> {
  const tab = await client.live(who).catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
  if (typeof tab === 'string') return `refused ${tab}`
  try {
    const answer = await act(tab)
    return answer.ok ? 'done' : answer.code
  } finally {
    tab.socket.disconnect()
  }
}
