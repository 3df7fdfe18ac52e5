import { useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { useViewerId } from '../features/auth/session-viewer.ts'
import { RequestDialog } from '../features/connection-requests/asking/request-dialog.tsx'
import { PushInvitation } from '../features/notifications/pushes/push-invitation.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { askingTexts } from './asking-dialog.messages.ts'

/** The dialog that sends a request, and after that the invitation to be notified of its answer. */
export function AskingDialog({ receiver, onClose }: { receiver: Profile | null; onClose: () => void }) {
  const texts = useTexts(askingTexts)
  const viewerId = useViewerId()
  const [sentTo, setSentTo] = useState<Profile | null>(null)
  const isSent = sentTo !== null && sentTo.id === receiver?.id
  return (
    <>
      <RequestDialog receiver={isSent ? null : receiver} onClose={onClose} onSent={() => setSentTo(receiver)} />
      {isSent && viewerId !== null && (
        <PushInvitation userId={viewerId} title={texts.title} onClose={onClose}>
          <p className="wrap-anywhere">{texts.next(sentTo.full_name)}</p>
        </PushInvitation>
      )}
    </>
  )
}
