import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo } from 'react'

import { useLazyModule } from '../../design-system/lazy-module.ts'
import { useChatAppointments } from '../../features/appointments/chat-appointments.tsx'
import { getApplyChanged, refreshMessage } from '../../features/chat/cache/incoming.ts'
import { ChatsTab, type ChatsTabProps } from '../../features/chat/rooms/chats-tab.tsx'
import { useMarkRoomEntriesRead } from '../../features/notifications/bell/use-read-room-entries.ts'
import { MutedMark } from '../../features/notifications/muting/muted-mark.tsx'
import { type ChatPaymentsOptions, useChatPayments } from '../../features/payments/chat-payments.tsx'
import { ExpertiseLine } from '../../features/profiles/expertise-line.tsx'
import { useReportDialog } from '../../features/safety/use-report-dialog.tsx'
import { useBlockPerson } from '../block-person.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { useSendRequest } from '../send-request.tsx'

const leaveGuard: ChatPaymentsOptions['leaveGuard'] = (isUnderWay, words) => (
  <LeaveGuard unsaved={isUnderWay} words={words} />
)

const renderExpertise: ChatsTabProps['renderExpertise'] = (profile) => (
  <ExpertiseLine profile={profile} isShortOnPhones />
)

const loadMuteMenu = () => import('../../features/notifications/muting/mute-menu.tsx')

function MuteMenu({ roomId }: { roomId: string }) {
  const code = useLazyModule(loadMuteMenu, true)
  return code ? <code.MuteMenu roomId={roomId} /> : <span className="size-11 flex-none" />
}

const renderMute: ChatsTabProps['renderMute'] = (roomId) => <MuteMenu roomId={roomId} />
const renderMuted: ChatsTabProps['renderMuted'] = (roomId) => <MutedMark roomId={roomId} />

const loadUnlessBlocked = () => import('../../features/safety/unless-blocked.tsx')

function LazyBlockGate({ person, children }: { person: { id: string; full_name: string }; children: ReactNode }) {
  const code = useLazyModule(loadUnlessBlocked, true)
  return code && <code.BlockGate person={person}>{children}</code.BlockGate>
}

const loadReviewQuestion = () => import('../../features/reviews/review-question.tsx')

/** Rendered below each of the viewer's payments to an expert. The question appears only below the latest payment. */
function ReviewQuestion(props: { expert: { id: string; full_name: string }; paymentRequestId: string }) {
  const code = useLazyModule(loadReviewQuestion, true)
  return code && <code.ReviewQuestion {...props} />
}

export function DashboardChats(props: Pick<ChatsTabProps, 'address' | 'onGo' | 'onExplore'>) {
  const queryClient = useQueryClient()
  useMarkRoomEntriesRead(props.address.room)
  const onMessage = getApplyChanged(queryClient)
  const updates = useMemo(
    () => ({
      onMessage,
      // A failure is ignored, because a live event or the next connection brings the change.
      refresh: (message: { room_id: string; seq: number }): Promise<void> =>
        refreshMessage(queryClient, message).catch(() => undefined),
    }),
    [queryClient, onMessage],
  )
  const payments = useChatPayments({ ...updates, leaveGuard })
  const appointments = useChatAppointments(updates)
  const { renderRequest: renderCard } = payments
  const renderRequest = useCallback<ChatsTabProps['payments']['renderRequest']>(
    (message, room) => (
      <>
        {renderCard(message, room)}
        {message.payment.status === 'completed' && message.sender_id === room.partner.id && (
          <ReviewQuestion expert={room.partner} paymentRequestId={message.payment.id} />
        )}
      </>
    ),
    [renderCard],
  )
  const { button, dialog } = useSendRequest({ isAgain: true })
  const block = useBlockPerson()
  const report = useReportDialog(block.ask)
  return (
    <>
      <ChatsTab
        {...props}
        renderExpertise={renderExpertise}
        renderNewRequest={(partner) => <LazyBlockGate person={partner}>{button(partner)}</LazyBlockGate>}
        payments={{ ...payments, renderRequest }}
        appointments={appointments}
        renderMute={renderMute}
        renderMuted={renderMuted}
        onBlock={block.ask}
        onReport={(subject, person) => report.ask({ subject, person })}
      />
      {dialog}
      {report.dialog}
      {block.dialog}
    </>
  )
}
