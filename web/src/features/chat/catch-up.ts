/** What is needed to fetch what a room's timeline does not hold yet. */
export interface Gap {
  /** Up to where the timeline is unbroken; undefined when it is not held any more. */
  held: () => number | undefined
  /** The highest place that an event has told of; 0 when none has. */
  announced: () => number
  /** Fetches messages after a place and adds them; returns how many came, and the room's last place at that time. */
  fetchAfter: (seq: number) => Promise<{ count: number; lastSeq: number }>
}

/**
 * Fetches until the timeline holds all that is known to be there: what the last answer told of, and what was announced
 * while it was on its way, as that answer may be the older one.
 * @throws whatever fetching throws
 */
export async function closeGap({ held, announced, fetchAfter }: Gap): Promise<void> {
  for (;;) {
    const from = held()
    if (from === undefined) return
    const announcedBefore = announced()
    const { count, lastSeq } = await fetchAfter(from)
    const upTo = held()
    if (upTo === undefined || upTo >= Math.max(lastSeq, announced())) return
    // What was announced before it was asked for, and did not come, is not there for this person; and an answer that
    // could not be added would come again and again.
    if ((count === 0 || upTo === from) && announced() === announcedBefore) return
  }
}
