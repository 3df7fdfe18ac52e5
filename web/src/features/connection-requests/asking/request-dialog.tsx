import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { judgeMessage } from '@kundig/contract/texts/message-rules'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { sessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useNavigation } from '../../../platform/navigation/navigation.ts'
import { draftKey } from '../../../platform/state/draft-store.ts'
import { useViewerId } from '../../auth/session-viewer.ts'
import { requestTexts } from '../connection-requests.messages.ts'
import { chooseErrorCode, putSent, refreshRequests } from '../connection-requests.queries.ts'
import { openContactsQuery } from '../open-contacts.queries.ts'
import { AllowanceLeft, allowanceQuery, maySend, NotAllowed } from './allowance.tsx'
import { forgetIntroduction, introductions, readIntroduction } from './introduction-drafts.ts'
import { IntroductionField, Receiver } from './introduction-field.tsx'
import { REQUESTS_HREF, WaitingRequest } from './request-status.tsx'

interface RequestDialogProps {
  /** To whom; null keeps the dialog closed. */
  receiver: Profile | null
  /** Called when it was cancelled or closed. */
  onClose: () => void
  /** Called when it was sent. */
  onSent: () => void
}

/** Asks for an introduction and sends it as a connection request, unless one waits for an answer already. */
export function RequestDialog({ receiver, ...rest }: RequestDialogProps) {
  // A new receiver means a new form: nothing of one person's request may show in another's.
  return receiver && <RequestForm key={receiver.id} receiver={receiver} {...rest} />
}

function RequestForm({ receiver, onClose, onSent }: RequestDialogProps & { receiver: Profile }) {
  const texts = useTexts(requestTexts)
  const errorText = useErrorText()
  const formId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const { draft, setDraft, send, busy, refusal, failure } = useRequestForm(receiver)
  const { data: sent } = useQuery(openContactsQuery)
  // What is being sent now may be among those that wait before the answer is here.
  const waiting = busy ? undefined : sent?.items.find(({ receiver_id }) => receiver_id === receiver.id)
  const { data: allowance } = useQuery(allowanceQuery(receiver.id))
  const stopped = !busy && allowance && !maySend(allowance) ? allowance : undefined
  const [tried, setTried] = useState(false)
  const judged = judgeMessage(draft)
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
        <NotAllowed allowance={stopped} name={receiver.full_name} />
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
          {allowance && <AllowanceLeft allowance={allowance} />}
          <FormError text={failure && errorText(failure)} />
        </form>
      )}
    </Dialog>
  )
}

/** Refusals of the text itself, which belong beside it. */
const ABOUT_THE_TEXT: readonly ErrorCode[] = ['MESSAGE_EMPTY', 'MESSAGE_INVALID', 'MESSAGE_TOO_LONG', 'ONLY_MARKUP']

/** Refusals that are known before one writes, unless another tab came first: the form gives way to them. */
const SHOWN_INSTEAD: readonly ErrorCode[] = [
  'REQUEST_PENDING',
  'PROFILE_HIDDEN',
  'REQUEST_AGAIN_AFTER_REJECTION',
  'REQUEST_AGAIN_LATER',
  'REQUESTS_OF_TODAY_USED',
  'REQUESTS_OPEN_TOO_MANY',
]

/** The draft for a receiver and its sending. The outcome is told even when the dialog was closed meanwhile. */
function useRequestForm(receiver: Profile) {
  const texts = useTexts(requestTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { go } = useNavigation()
  const key = draftKey(useViewerId() ?? '', receiver.id)
  const [draft, setDraft] = useState(() => readIntroduction(key, receiver.id))
  const [refusal, setRefusal] = useState<ErrorCode | null>(null)
  const [failure, setFailure] = useState<ErrorCode | null>(null)
  // The pending state comes a moment after the call: a second Enter in between must not send again.
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
    onMutate: () => sessionSignal(queryClient),
    onSuccess: (request, _message, ended) => {
      forgetIntroduction(key, receiver.id)
      if (ended.aborted) return
      void putSent(queryClient, request, ended)
      toast.success(texts.sent(receiver.full_name), { label: texts.toRequests, onClick: () => void go(REQUESTS_HREF) })
    },
    onError: (error) => {
      const code = chooseErrorCode(error, 'REQUEST_SEND_FAILED')
      // Another tab sent one, or time has passed: then that is shown.
      if (SHOWN_INSTEAD.includes(code)) void refreshRequests(queryClient)
      // Without a session the screen gives way to another one.
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
    /** Why the last try failed, until the text is changed or sent again. */
    failure,
    busy: isPending,
    setDraft: (text: string): void => {
      introductions.save(key, text)
      setDraft(text)
      setRefusal(null)
      setFailure(null)
    },
    /** @param onSent called after success, unless the form is gone by then */
    send: (message: string, onSent: () => void): void => {
      if (underWay.current) return
      underWay.current = true
      setFailure(null)
      mutate(message, { onSuccess: onSent })
    },
  }
}
