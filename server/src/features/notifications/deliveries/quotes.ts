import type { Language } from '@kundig/contract/languages'
import { repairText } from '@kundig/contract/texts/repair-text'
import { truncate } from '@kundig/contract/texts/truncating'

import type { UnreadMessage } from '../messages/unread.repository.ts'
import { fileText, namedFile, paymentText } from './notification-texts.ts'

const MAX = { push: 140, message: 280, event: 500 } as const

/** Removes invisible characters, which could change the text around it. */
function quoteText(text: string, max: number): string {
  return truncate(repairText(text).replaceAll(/\s+/gu, ' ').trim(), max)
}

export function eventQuotes(text: string | null): string[] {
  const quote = quoteText(text ?? '', MAX.event)
  return quote === '' ? [] : [quote]
}

export function mailQuotes(latest: readonly UnreadMessage[], language: Language): string[] {
  return latest.map((message) => quoteText(mailWords(message, language), MAX.message)).toReversed()
}

function mailWords(message: UnreadMessage, language: Language): string {
  if (message.kind === 'file') return namedFile(message.text, language)
  return message.kind === 'text' ? message.text : paymentText(message, language)
}

export function pushQuotes(latest: readonly UnreadMessage[], language: Language): string[] {
  const said = latest.find(({ kind }) => kind !== 'file')
  if (said === undefined) return [fileText(language)]
  const isUnexplained = said.kind === 'payment' && said.text === ''
  return [truncate(isUnexplained ? paymentText(said, language) : said.text, MAX.push)]
}
