import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import { toast } from '../../design-system/toasts/toast.tsx'
import { ToolButton } from '../../design-system/tool-button.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import type { AppointmentDialogsProps } from './appointment-dialogs.tsx'
import type { AppointmentMessage, AppointmentUpdates, RoomMessage } from './appointment-message.ts'
import type { AppointmentCardProps } from './card/appointment-card.tsx'
import { proposeActionTexts } from './propose-action.messages.ts'

const loadParts = () => import('./appointment-parts.ts')

/** @param updates must be a stable object, otherwise every row of the list is rendered again */
export function useChatAppointments(updates: AppointmentUpdates) {
  const texts = useTexts(proposeActionTexts)
  const errorText = useErrorText()
  const [opened, setOpened] = useState<AppointmentDialogsProps['opened'] | null>(null)
  const open = useCallback(
    (roomId: string, linkSeq: number | null): void => {
      setOpened({ roomId, linkSeq })
      // The load is retried after a failure. The dialog then opens late.
      loadParts().catch(() => toast.error(errorText('NETWORK')))
    },
    [errorText],
  )
  // Stable, because each row of the list receives it.
  const renderCard = useCallback(
    (message: AppointmentMessage, room: Room): ReactNode => (
      <LazyCard {...updates} message={message} room={room} onEditLink={() => open(room.id, message.seq)} />
    ),
    [updates, open],
  )
  return {
    renderCard,
    renderAction: (room: Room): ReactNode => (
      <ToolButton
        label={texts.propose}
        icon={<CalendarPlus size={20} />}
        aria-haspopup="dialog"
        onClick={() => open(room.id, null)}
      />
    ),
    renderDialogs: (room: Room, messages: readonly RoomMessage[]): ReactNode =>
      opened?.roomId === room.id && (
        <LazyDialogs {...updates} opened={opened} room={room} messages={messages} onClose={() => setOpened(null)} />
      ),
  }
}

function LazyCard(props: AppointmentCardProps) {
  const code = useLazyModule(loadParts, true)
  if (code) return <code.AppointmentCard {...props} />
  const { status, times } = props.message.appointment
  // The placeholder is about as high as the card, so that the chat hardly moves.
  const rem = { proposed: 9 + 3.5 * times.length, accepted: 18, ended: 9 + 1.5 * times.length }[status]
  return <div style={{ height: `${rem}rem` }} />
}

function LazyDialogs(props: AppointmentDialogsProps) {
  const code = useLazyModule(loadParts, true)
  return code && <code.AppointmentDialogs {...props} />
}
