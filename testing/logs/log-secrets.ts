import { randomUUID } from 'node:crypto'

/** Everything that must be nowhere in the log of this file's server, and what it is. */
export const secrets: { what: string; text: string }[] = []

/** Notes a text that must be nowhere in the log. @returns it */
export function secret(what: string, text: string): string {
  secrets.push({ what, text })
  return text
}

/** A text that nothing else in the log can look like. */
export const unlike = (): string => `zq${randomUUID().slice(0, 8)}`

/** What of it the log holds. */
export function leaksIn(log: string): string[] {
  return secrets.filter(({ text }) => log.includes(text)).map(({ what }) => what)
}
