import type { Language } from '@kundig/contract/languages'
import { repairText } from '@kundig/contract/texts/repair-text'
import { truncate } from '@kundig/contract/texts/truncating'

import type { UnreadMessage } from '../messages/unread.repository.ts'
import { toAppointmentText, toFileText, toNamedFileText, toPaymentText } from './notification-texts.ts'

const MAX = { push: 140, message: 280, event: 500 } as const

/** Removes invisible characters, which could change the text around the quote. */
function quoteText(text: string, max: number): string {
  return truncate(repairText(text).replaceAll(/\s+/gu, ' ').trim(), max)
}

export function toEventQuotes(text: string | null): string[] {
  const quote = quoteText(text ?? '', MAX.event)
  return quote === '' ? [] : [quote]
}

export function toMailQuotes(latest: readonly UnreadMessage[], language: Language): string[] {
  return latest.map((message) => quoteText(toMailText(message, language), MAX.message)).toReversed()
}

function toMailText(message: UnreadMessage, language: Language): string {
  if (message.kind === 'file') return toNamedFileText(message.text, language)
  if (message.kind === 'appointment') return toAppointmentText(language)
  return message.kind === 'text' ? message.text : toPaymentText(message, language)
}

export function toPushQuotes(latest: readonly UnreadMessage[], language: Language): string[] {
  const said = latest.find(({ kind }) => kind !== 'file')
  if (said === undefined) return [toFileText(language)]
  if (said.kind === 'appointment') return [toAppointmentText(language)]
  const isUnexplained = said.kind === 'payment' && said.text === ''
  return [truncate(isUnexplained ? toPaymentText(said, language) : said.text, MAX.push)]
}
