import { createStore, useStore } from '../state/store.ts'

/** Interval of the check (ms). No event reports a new time zone, and sleep would delay a timer for midnight. */
const CHECK_EVERY_MS = 30_000

/** Returns date and zone name. The zone's offset is not enough, because zones may differ on other dates. */
function readDateAndZone(): string {
  return `${new Date().toDateString()}, ${new Intl.DateTimeFormat().resolvedOptions().timeZone}`
}

const calendar = createStore(readDateAndZone())

/** Watches for midnight and for a changed time zone. Call once, at start. */
export function watchCalendar(): void {
  const check = (): void => calendar.set(readDateAndZone())
  setInterval(check, CHECK_EVERY_MS)
  window.addEventListener('focus', check)
  document.addEventListener('visibilitychange', check)
}

export const onCalendarChange = calendar.subscribe

/** Re-renders the component at midnight and after a change of time zone. @returns key for memoised dates */
export function useCalendarKey(): string {
  return useStore(calendar)
}
