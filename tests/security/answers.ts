import type { Acknowledged } from '@kundig/contract/live-events'
import type { Answer, Client, Failure, Person, Tab } from '@kundig/testing/people/test-client'

/** What an answer comes down to: its status, with the code of a refusal. */
export function outcome({ status, body }: { status: number; body?: unknown }): string {
  if (status < 300) return String(status)
  const held = (body as { json?: Failure } | null | undefined)?.json ?? (body as Failure | undefined)
  return held?.code === undefined ? String(status) : `${status} ${held.code}`
}

/** Whether an answer showed something: the outcome of a refusal, or `shown` or `left out`. */
export function reading<Body>(answer: Answer<Body>, shows: (body: Body) => boolean): string {
  if (answer.status >= 300) return outcome(answer)
  return shows(answer.body) ? 'shown' : 'left out'
}

/** How often each outcome came, as `200 ×1, 409 REQUEST_DECIDED ×49`. */
export function tally(outcomes: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const one of outcomes) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([one, times]) => `${one} ×${times}`)
    .join(', ')
}

/**
 * What came of a race that one may win, as `1 won, others: 409 REQUEST_DECIDED`. Of many at once a busy server may put
 * some off in words; those have taken no part.
 */
export function raced(outcomes: readonly string[]): string {
  const ran = outcomes.filter((one) => one !== '503 UNAVAILABLE')
  const won = ran.filter((one) => one.startsWith('2')).length
  const others = new Set(ran.filter((one) => !one.startsWith('2')))
  return `${won} won, others: ${[...others].toSorted().join(', ')}`
}

/** Does something on a live connection of its own: `done`, the code of the refusal, or that no connection was made. */
export async function overSocket(
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

export const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
