import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import type { RequestAllowance } from '@kundig/contract/connection-requests/connection-requests.contract'

import { api } from '../../../platform/api/client.ts'
import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { requestLimitTexts } from '../request-limits.messages.ts'

/** Number of requests that the person may still send to a receiver. Refetched before each display. */
export const allowanceQuery = (receiverId: string) =>
  queryOptions({
    ...api.connectionRequests.allowance.queryOptions({ input: { receiver_id: receiverId } }),
    staleTime: 0,
  })

/** Estimates whether another request is allowed. The server decides. */
export function canSendRequest({ is_hidden, again, left_open, left_today }: RequestAllowance): boolean {
  return !is_hidden && !again && left_open > 0 && left_today > 0
}

export function RequestNotAllowedNotice({ allowance, name }: { allowance: RequestAllowance; name: string }) {
  const texts = useTexts(requestLimitTexts)
  const language = useLanguage()
  const paragraph = useRef<HTMLParagraphElement>(null)
  // Focuses this text, because it replaces the focused text area.
  useEffect(() => paragraph.current?.focus(), [])
  const errorText = useErrorText()
  const { is_hidden: isHidden, again, next_at: nextAt, left_open: leftOpen, open_max: openMax } = allowance
  const text = isHidden
    ? errorText('PROFILE_HIDDEN')
    : again
      ? again.because === 'REQUEST_AGAIN_AFTER_REJECTION'
        ? texts.againAfterRejection(name, formatFullDateTime(again.at, language))
        : texts.againLater(name, formatFullDateTime(again.at, language))
      : leftOpen === 0
        ? texts.tooManyOpen(String(openMax))
        : texts.noneToday(nextAt === null ? '' : formatFullDateTime(nextAt, language))
  return (
    <p ref={paragraph} tabIndex={-1} className="outline-none wrap-anywhere">
      {text}
    </p>
  )
}

export function RemainingRequests({ allowance }: { allowance: RequestAllowance }) {
  const texts = useTexts(requestLimitTexts)
  return <p className="text-sm text-ink-2">{texts.left(String(allowance.left_today), String(allowance.daily))}</p>
}
