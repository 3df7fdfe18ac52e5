import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import type { OpenContacts } from '@kundig/contract/connection-requests/connection-requests.contract'

import { FormError } from '../../../design-system/fields/form-error.tsx'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { requestTexts } from '../connection-requests.messages.ts'
import { requestQuery } from '../connection-requests.queries.ts'

export const REQUESTS_HREF = '/dashboard?tab=requests'

export interface WaitingRequestProps {
  request: OpenContacts['items'][number]
  name: string
  onLeave: () => void
}

/** Pending request, shown instead of the text area: a person may send only one request per receiver. */
export function WaitingRequest({ request, name, onLeave }: WaitingRequestProps) {
  const texts = useTexts(requestTexts)
  const errorText = useErrorText()
  // Servers of the previous release send only the ids of requests.
  const { data: loaded, error } = useQuery({ ...requestQuery(request.id), enabled: request.message === undefined })
  const message = request.message ?? loaded?.message
  const paragraph = useRef<HTMLParagraphElement>(null)
  // Focuses this text, because it replaces the focused text area.
  useEffect(() => paragraph.current?.focus(), [])
  return (
    <div className="grid gap-3">
      <p ref={paragraph} tabIndex={-1} className="font-semibold outline-none wrap-anywhere">
        {texts.waiting(name)}
      </p>
      {message !== undefined ? (
        <p className="max-h-48 overflow-y-auto rounded-md bg-surface-2 px-3.5 py-3 text-[0.9375rem] leading-6 whitespace-pre-wrap text-ink wrap-anywhere">
          <TextWithCode text={message} />
        </p>
      ) : error ? (
        <FormError text={errorText(toFailure(error).code)} />
      ) : (
        <Skeleton className="h-12 rounded-md" />
      )}
      <p className="text-sm text-ink-2">
        <span>{texts.answerPlace(name)}</span>{' '}
        <Link href={REQUESTS_HREF} className={textLinkClass} onClick={onLeave}>
          {texts.toRequests}
        </Link>
      </p>
    </div>
  )
}
