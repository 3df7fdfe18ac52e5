import { useQuery } from '@tanstack/react-query'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { roomsQuery } from '../features/chat/chat.queries.ts'
import { RequestDialog } from '../features/connection-requests/request-dialog.tsx'

/**
 * The request dialog, which also knows of an open chat with the receiver.
 * @param receiver to whom; null keeps the dialog closed
 * @param onClose called when it was sent, cancelled or closed
 */
export function AskingDialog({ receiver, onClose }: { receiver: Profile | null; onClose: () => void }) {
  const { data: rooms } = useQuery({ ...roomsQuery, enabled: receiver !== null })
  const open = rooms?.items.find(({ partner, status }) => partner.id === receiver?.id && status !== 'closed')
  return (
    <RequestDialog
      receiver={receiver}
      chatHref={open && `/dashboard?${new URLSearchParams({ tab: 'chats', room: open.id }).toString()}`}
      onClose={onClose}
    />
  )
}
