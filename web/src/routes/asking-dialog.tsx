import { useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { QUESTION_PATH } from '@kundig/contract/site/public-pages'

import { GoogleButton } from '../features/auth/google/google-button.tsx'
import { useViewerId } from '../features/auth/session-viewer.ts'
import { MailedCodeForm } from '../features/auth/sign-in-code/mailed-code-form.tsx'
import { TermsSentence } from '../features/auth/terms/terms-sentence.tsx'
import { RequestDialog } from '../features/connection-requests/asking/request-dialog.tsx'
import { VisitorDialog } from '../features/connection-requests/asking/visitor-dialog.tsx'
import { PushInvitation } from '../features/notifications/pushes/push-invitation.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { useNavigation } from '../platform/navigation/navigation.ts'
import { askingTexts } from './asking-dialog.messages.ts'
import { saveReturnProfileId } from './return-to.ts'

interface AskingDialogProps {
  receiver: Profile | null
  onClose: () => void
}

export function AskingDialog(props: AskingDialogProps) {
  const viewerId = useViewerId()
  return viewerId === null ? <VisitorAskingDialog {...props} /> : <MemberAskingDialog {...props} viewerId={viewerId} />
}

function MemberAskingDialog({ receiver, onClose, viewerId }: AskingDialogProps & { viewerId: string }) {
  const texts = useTexts(askingTexts)
  const [sentTo, setSentTo] = useState<Profile | null>(null)
  const isSent = sentTo !== null && sentTo.id === receiver?.id
  return (
    <>
      <RequestDialog receiver={isSent ? null : receiver} onClose={onClose} onSent={() => setSentTo(receiver)} />
      {isSent && (
        <PushInvitation userId={viewerId} title={texts.title} onClose={onClose}>
          <p className="wrap-anywhere">{texts.next(sentTo.full_name)}</p>
        </PushInvitation>
      )}
    </>
  )
}

function VisitorAskingDialog({ receiver, onClose }: AskingDialogProps) {
  const { go } = useNavigation()
  const sendQuestion = (question: { id: string; to?: string }): void =>
    void go(`${QUESTION_PATH}?${new URLSearchParams(question).toString()}`)
  if (!receiver) return null
  return (
    <VisitorDialog
      key={receiver.id}
      receiver={receiver}
      onClose={onClose}
      onLogIn={() => {
        saveReturnProfileId(receiver.id)
        void go('/dashboard')
      }}
      renderGoogle={(mayStart) => (
        <GoogleButton mayStart={mayStart} onDone={() => sendQuestion({ id: crypto.randomUUID(), to: receiver.id })} />
      )}
      terms={<TermsSentence />}
      renderCode={({ email, question, forget }) => (
        <MailedCodeForm
          email={email}
          question={question}
          onDone={() => {
            forget()
            sendQuestion({ id: question })
          }}
        />
      )}
    />
  )
}
