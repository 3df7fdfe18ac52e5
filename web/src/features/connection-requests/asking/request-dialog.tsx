import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { cleanAndCheckMessage } from '@kundig/contract/texts/message-rules'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useNavigation } from '../../../platform/navigation/navigation.ts'
import { toDraftKey } from '../../../platform/state/draft-store.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { requestTexts } from '../connection-requests.messages.ts'
import { cacheSentRequest, chooseErrorCode, refreshRequests } from '../connection-requests.queries.ts'
import { openContactsQuery } from '../open-contacts.queries.ts'
import { RemainingRequests, allowanceQuery, canSendRequest, RequestNotAllowedNotice } from './allowance.tsx'
import { forgetIntroduction, introductions, readIntroduction } from './introduction-drafts.ts'
import { IntroductionField, Receiver } from './introduction-field.tsx'
import { REQUESTS_HREF, WaitingRequest } from './request-status.tsx'

interface RequestDialogProps {
  receiver: Profile | null
  onClose: () => void
  onSent: () => void
}

export function RequestDialog({ receiver, ...rest }: RequestDialogProps) {
  // The key gives each receiver a new form, so that drafts do not mix.
  return receiver && <RequestForm key={receiver.id} receiver={receiver} {...rest} />
}

function RequestForm({ receiver, onClose, onSent }: RequestDialogProps & { receiver: Profile }) {
  const texts = useTexts(requestTexts)
  const errorText = useErrorText()
  const formId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, setDraft, send, busy, refusal, failure } = useRequestForm(receiver)
  const { data: sent } = useQuery(openContactsQuery)
  // A request that is being sent may already be in the list of pending requests.
  const waiting = busy ? undefined : sent?.items.find(({ receiver_id }) => receiver_id === receiver.id)
  const { data: allowance } = useQuery(allowanceQuery(receiver.id))
  const stopped = !busy && allowance && !canSendRequest(allowance) ? allowance : undefined
  const [tried, setTried] = useState(false)
  const judged = cleanAndCheckMessage(draft)
  const wrong = (tried ? judged.code : null) ?? refusal
  useEffect(() => {
    if (refusal) area.current?.focus()
  }, [refusal])

  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    setTried(true)
    if (judged.code) area.current?.focus()
    else send(draft, onSent)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.dialogTitle}
      closeLabel={texts.close}
      description={<Receiver profile={receiver} />}
      footer={
        waiting || stopped ? (
          <Button variant="secondary" onClick={onClose}>
            {texts.close}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={onClose}>
              {texts.cancel}
            </Button>
            <Button type="submit" form={formId} busy={busy}>
              {texts.send}
            </Button>
          </>
        )
      }
    >
      {waiting ? (
        <WaitingRequest request={waiting} name={receiver.full_name} onLeave={onClose} />
      ) : stopped ? (
        <RequestNotAllowedNotice allowance={stopped} name={receiver.full_name} />
      ) : (
        <form id={formId} noValidate className="grid gap-4" onSubmit={submit}>
          <IntroductionField
            label={texts.introduction}
            placeholder={texts.introductionPlaceholder}
            value={draft}
            error={wrong && errorText(wrong, draft)}
            area={area}
            readOnly={busy}
            onChange={setDraft}
          />
          {allowance && <RemainingRequests allowance={allowance} />}
          <FormError text={failure && errorText(failure)} />
        </form>
      )}
    </Dialog>
  )
}

const ABOUT_THE_TEXT: readonly ErrorCode[] = ['MESSAGE_EMPTY', 'MESSAGE_INVALID', 'MESSAGE_TOO_LONG', 'ONLY_MARKUP']

/** Refusals that replace the form. Usually the form is not shown then, but another tab may have sent a request. */
const SHOWN_INSTEAD: readonly ErrorCode[] = [
  'REQUEST_PENDING',
  'PROFILE_HIDDEN',
  'REQUEST_AGAIN_AFTER_REJECTION',
  'REQUEST_AGAIN_LATER',
  'REQUESTS_OF_TODAY_USED',
  'REQUESTS_OPEN_TOO_MANY',
]

/** Saves the draft and sends the request. The outcome is shown even after the dialog is closed. */
function useRequestForm(receiver: Profile) {
  const texts = useTexts(requestTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { go } = useNavigation()
  const key = toDraftKey(useViewerId() ?? '', receiver.id)
  const [draft, setDraft] = useState(() => readIntroduction(key, receiver.id))
  const [refusal, setRefusal] = useState<ErrorCode | null>(null)
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  // React renders the pending state with a delay, and a second Enter must not send the request again.
  const underWay = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const { mutate, isPending } = useMutation({
    mutationFn: (message: string) => client.connectionRequests.create({ receiver_id: receiver.id, message }),
    networkMode: 'always',
    onMutate: () => getSessionSignal(queryClient),
    onSuccess: (request, _message, ended) => {
      forgetIntroduction(key, receiver.id)
      if (ended.aborted) return
      void cacheSentRequest(queryClient, request, ended)
      toast.success(texts.sent(receiver.full_name), { label: texts.toRequests, onClick: () => void go(REQUESTS_HREF) })
    },
    onError: (error) => {
      const code = chooseErrorCode(error, 'REQUEST_SEND_FAILED')
      // The refusal shows that the cached requests are outdated, for example because another tab changed them.
      if (SHOWN_INSTEAD.includes(code)) void refreshRequests(queryClient)
      // After the end of the session, the log-in screen replaces the dialog.
      if (!isShown.current || code === 'NO_SESSION') toast.error(errorText(code))
      else if (ABOUT_THE_TEXT.includes(code)) setRefusal(code)
      else setFailure(code)
    },
    onSettled: () => {
      underWay.current = false
    },
  })

  return {
    draft,
    refusal,
    failure,
    busy: isPending,
    setDraft: (text: string): void => {
      introductions.save(key, text)
      setDraft(text)
      setRefusal(null)
      setFailure(null)
    },
    /** @param onSent called after a success if the form is still mounted */
    send: (message: string, onSent: () => void): void => {
      if (underWay.current) return
      underWay.current = true
      setFailure(null)
      mutate(message, { onSuccess: onSent })
    },
  }
}
