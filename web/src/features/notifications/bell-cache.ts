import type { InfiniteData } from '@tanstack/react-query'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'

interface BellPage {
  items: Notification[]
  next_cursor: string | null
  unread: number
}

export type BellList = InfiniteData<BellPage, string | undefined>

/** Returns the number of unread entries, including entries that are not loaded. */
export function countUnread(list: BellList): number {
  return list.pages[0]?.unread ?? 0
}

/** Lists the entries of all pages. An entry that moved between two fetched pages appears only once. */
export function listBellEntries(list: BellList): Notification[] {
  const byId = new Map<string, Notification>()
  for (const item of list.pages.flatMap((page) => page.items)) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}

/** Adds an entry, unless the list contains it: a live event and a fetch may both deliver it. */
export function mergeNotification(list: BellList, notification: Notification, unread: number): BellList {
  const [first, ...others] = list.pages
  if (!first) return list
  const isKnown = listBellEntries(list).some(({ id }) => id === notification.id)
  const items = isKnown ? first.items : [notification, ...first.items]
  return { ...list, pages: [{ ...first, items, unread }, ...others] }
}

export function markEntriesRead(list: BellList, ids: readonly string[] | null, unread: number): BellList {
  const pages = list.pages.map((page) => ({
    ...page,
    unread,
    items: page.items.map((item) =>
      item.read || (ids && !ids.includes(item.id)) ? item : { ...item, seen: true, read: true },
    ),
  }))
  return { ...list, pages }
}

export function markEntriesSeen(list: BellList, ids: readonly string[]): BellList {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.seen || !ids.includes(item.id) ? item : { ...item, seen: true })),
  }))
  return { ...list, pages }
}

/** Drops all pages except the first, so that later refetches fetch only one page. */
export function keepFirstPage(list: BellList): BellList {
  return { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}
