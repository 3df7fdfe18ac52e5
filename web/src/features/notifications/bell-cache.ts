import type { InfiniteData } from '@tanstack/react-query'

import type { Notification } from '@kundig/contract/notifications/notifications.contract'

interface BellPage {
  items: Notification[]
  next_cursor: string | null
  unread: number
}

/** The loaded part of the bell's list, newest first; the page parameter is the server's cursor. */
export type BellList = InfiniteData<BellPage, string | undefined>

/** How many entries of the bell are unread, those that are not loaded included. */
export function countUnread(list: BellList): number {
  return list.pages[0]?.unread ?? 0
}

/** The list as one. An entry that moved between two pages while they were fetched appears once. */
export function listBell(list: BellList): Notification[] {
  const byId = new Map<string, Notification>()
  for (const item of list.pages.flatMap((page) => page.items)) if (!byId.has(item.id)) byId.set(item.id, item)
  return [...byId.values()]
}

/** Puts an entry on top, once: an event and a fetch may both bring it. */
export function withNotification(list: BellList, notification: Notification, unread: number): BellList {
  const [first, ...others] = list.pages
  if (!first) return list
  const isKnown = listBell(list).some(({ id }) => id === notification.id)
  const items = isKnown ? first.items : [notification, ...first.items]
  return { ...list, pages: [{ ...first, items, unread }, ...others] }
}

/** Marks entries as read; all of them where `ids` is null. */
export function withRead(list: BellList, ids: readonly string[] | null, unread: number): BellList {
  const pages = list.pages.map((page) => ({
    ...page,
    unread,
    items: page.items.map((item) =>
      item.read || (ids && !ids.includes(item.id)) ? item : { ...item, seen: true, read: true },
    ),
  }))
  return { ...list, pages }
}

/** Marks entries as seen, which leaves them unread. */
export function withSeen(list: BellList, ids: readonly string[]): BellList {
  const pages = list.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.seen || !ids.includes(item.id) ? item : { ...item, seen: true })),
  }))
  return { ...list, pages }
}

/** The first page alone: what was scrolled to is not fetched again as long as nobody looks. */
export function firstPageOf(list: BellList): BellList {
  return { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) }
}
