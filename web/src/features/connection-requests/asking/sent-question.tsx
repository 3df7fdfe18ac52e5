import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import type { SentQuestion as Sent } from '@kundig/contract/connection-requests/connection-requests.contract'
import type { ErrorCode } from '@kundig/contract/errors'

import { Button } from '../../../design-system/button.tsx'
import { toButtonClass } from '../../../design-system/link-styles.ts'
import { PageSpinner } from '../../../design-system/page-spinner.tsx'
import { ErrorState } from '../../../design-system/states/error-state.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { useNavigation } from '../../../platform/navigation/navigation.ts'
import { useCopying } from '../../../platform/use-copying.ts'
import { requestTexts } from '../connection-requests.messages.ts'
import { cacheSentRequest } from '../connection-requests.queries.ts'
import { visitorDrafts, visitorKey } from './introduction-drafts.ts'
import { questionTexts } from './question.messages.ts'
import { REQUESTS_HREF } from './request-status.tsx'

export interface SentQuestionProps {
  id: string
  /** Receiver and suggested name, for a question that is stored in the tab. */
  kept: { to: string; suggestedName: string } | undefined
  onAnswered: () => Promise<unknown>
}

/** Sends a confirmed question and opens the request. Shows the text of a question that the server refuses. */
export function SentQuestion({ id, kept, onAnswered }: SentQuestionProps) {
  const texts = useTexts(questionTexts)
  const { sent, tryAgain } = useTexts(requestTexts)
  const errorText = useErrorText()
  const { go } = useNavigation()
  const queryClient = useQueryClient()
  const [question] = useState(() => kept && readKeptQuestion(kept))
  // Retries are safe, because the server sends a question once per id.
  const { data, error, isFetching, refetch } = useQuery({
    ...api.connectionRequests.sendQuestion.queryOptions({ input: { id, kept: question } }),
    staleTime: Infinity,
    throwOnError: false,
  })
  const lead = useEffectEvent(async ({ request }: Sent): Promise<void> => {
    await onAnswered()
    if (!request) return
    if (kept) visitorDrafts.forget(visitorKey(kept.to))
    // Adds the request to lists that were fetched before the question was sent.
    void cacheSentRequest(queryClient, request, getSessionSignal(queryClient))
    toast.success(sent(request.counterpart.full_name))
    await go(REQUESTS_HREF, { replace: true })
  })
  const fail = useEffectEvent(() => toast.error(errorText('NETWORK')))
  useEffect(() => {
    if (data) lead(data).catch(fail)
  }, [data])

  if (data?.unsent) return <RefusedQuestion {...data.unsent} />
  if (!error) return <PageSpinner label={texts.sending} />
  const { code, field } = toFailure(error)
  if (question && field !== undefined) return <RefusedQuestion message={question.message} because={code} />
  if (code !== 'REQUEST_NOT_FOUND') {
    return (
      <ErrorState
        className="flex-1 justify-center"
        title={errorText(code)}
        retryLabel={tryAgain}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div className="mx-auto grid w-full max-w-xl content-center justify-items-start gap-5 px-4 py-10">
      <h1 className="text-2xl">{texts.gone}</h1>
      <Link href={REQUESTS_HREF} className={toButtonClass('primary')}>
        {texts.toRequests}
      </Link>
    </div>
  )
}

function readKeptQuestion({ to, suggestedName }: NonNullable<SentQuestionProps['kept']>) {
  const draft = visitorDrafts.read(visitorKey(to))
  return (
    draft && {
      receiver_id: to,
      message: draft.message,
      full_name: draft.full_name.trim() || suggestedName || undefined,
    }
  )
}

function RefusedQuestion({ because, message }: { because: ErrorCode; message: string }) {
  const texts = useTexts(questionTexts)
  const { label, copy } = useCopying()
  const errorText = useErrorText()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="mx-auto grid w-full max-w-xl content-center gap-5 px-4 py-10">
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {texts.unsentTitle}
        </h1>
        <p>{`${errorText(because)}.`}</p>
        <p className="text-ink-2">{texts.unsentKept}</p>
      </div>
      <p dir="auto" className="rounded-md bg-surface-2 px-3.5 py-3 whitespace-pre-wrap wrap-anywhere">
        {message}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => copy(message)}>
          {label}
        </Button>
        <Link href="/" className={toButtonClass('primary')}>
          {texts.otherExpert}
        </Link>
      </div>
    </div>
  )
}
