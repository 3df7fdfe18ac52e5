import { useQuery } from '@tanstack/react-query'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { Profile } from '@kundig/contract/profiles/profiles.contract'

import { roomsQuery } from '../features/chat/cache/chat.queries.ts'
import { RequestDialog } from '../features/connection-requests/asking/request-dialog.tsx'
import { api } from '../platform/api/client.ts'

/**
 * The request dialog, with a link to an open chat with the receiver.
 * @param receiver null keeps the dialog closed
 * @param onClose called when the request was sent, cancelled or closed
 */
export function ComposeRequestDialog({ receiver, onClose }: { receiver: Profile | null; onClose: () => void }) {
  const { data: rooms } = useQuery({ ...roomsQuery, enabled: receiver !== null })
  const isOpen = ({ partner, status }: Room): boolean => partner.id === receiver?.id && status !== 'closed'
  const listed = rooms?.items.find(isOpen)
  // The room may be among those that are not loaded.
  const { data: theirs } = useQuery({
    ...api.chat.rooms.queryOptions({ input: { partner_id: receiver?.id } }),
    enabled: receiver !== null && rooms !== undefined && rooms.next_cursor !== null && !listed,
  })
  const open = listed ?? theirs?.items.find(isOpen)
  return (
    <RequestDialog
      receiver={receiver}
      chatHref={open && `/dashboard?${new URLSearchParams({ tab: 'chats', room: open.id }).toString()}`}
      onClose={onClose}
    />
  )
}
