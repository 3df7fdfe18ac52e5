import { randomUUID } from 'node:crypto'

export const secrets: { what: string; text: string }[] = []

export function recordSecret(what: string, text: string): string {
  secrets.push({ what, text })
  return text
}

export const randomMarker = (): string => `zq${randomUUID().slice(0, 8)}`

export function findLeaks(log: string): string[] {
  return secrets.filter(({ text }) => log.includes(text)).map(({ what }) => what)
}
