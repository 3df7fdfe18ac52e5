import { createStore, useStore } from '../state/store.ts'

/** Polls, because no event reports a new zone, and a sleeping device delays a timer set for midnight. */
const CHECK_EVERY_MS = 30_000

/** The name of the zone, because zones that share an offset today may differ on other dates. */
function readCalendar(): string {
  return `${new Date().toDateString()}, ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`
}

const calendar = createStore(readCalendar())

/** Notices midnight and a changed time zone. Call once, at start. */
export function startCalendar(): void {
  const check = (): void => calendar.set(readCalendar())
  setInterval(check, CHECK_EVERY_MS)
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
}

export const onCalendarChange = calendar.subscribe

/** Re-renders at midnight and in another time zone. @returns a key for memos of formatted dates */
export function useCalendar(): string {
  return useStore(calendar)
}
