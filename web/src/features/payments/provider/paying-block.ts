import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { createStore, useStore } from '../../../platform/state/store.ts'
import { payingBlockTexts } from './paying-block.messages.ts'

const endsAt = createStore<Date | null>(null)

export async function trackPaymentBlock<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const seconds = readRetryAfter(error)
    if (seconds !== null) endsAt.set(new Date(Date.now() + seconds * 1000))
    throw error
  }
}

function readRetryAfter(error: unknown): number | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== 'PAYING_BLOCKED' || !('data' in error))
    return null
  const { data } = error
  const seconds = typeof data === 'object' && data !== null && 'retry_after_s' in data ? data.retry_after_s : null
  return typeof seconds === 'number' ? seconds : null
}

export function useBlockEndText(): (code: string) => string {
  const texts = useTexts(payingBlockTexts)
  const language = useLanguage()
  const end = useStore(endsAt)
  return (code) =>
    code === 'PAYING_BLOCKED' && end ? texts.until(formatFullDateTime(end.toISOString(), language)) : ''
}
