const MEGABYTE = 1_000_000
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export function formatMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

export function formatAge(ms: number): string {
  if (ms < 2 * HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} minutes`
  if (ms < 2 * DAY_MS) return `${Math.floor(ms / HOUR_MS)} hours`
  return `${Math.floor(ms / DAY_MS)} days`
}
