import { useQueryClient } from '@tanstack/react-query'

import { createApplyChanged, refreshMessage } from '../../features/chat/cache/incoming.ts'
import { ChatsTab, type ChatsTabProps } from '../../features/chat/rooms/chats-tab.tsx'
import { MuteMenu, MutedMark } from '../../features/notifications/mute-menu.tsx'
import { type ChatPaymentsOptions, useChatPayments } from '../../features/payments/chat-payments.tsx'
import { ExpertiseLine } from '../../features/profiles/expertise-line.tsx'
import { useReportDialog } from '../../features/safety/use-report-dialog.tsx'
import { useBlockPerson } from '../block-person.tsx'
import { SHORT_LABELS } from '../category-labels.messages.ts'
import { LeaveGuard } from '../leave-guard.tsx'
import { useSendRequest } from '../send-request.tsx'

const leaveGuard: ChatPaymentsOptions['leaveGuard'] = (isUnderWay, words) => (
  <LeaveGuard unsaved={isUnderWay} words={words} />
)

const renderExpertise: ChatsTabProps['renderExpertise'] = (profile) => (
  <ExpertiseLine profile={profile} shortLabels={SHORT_LABELS} />
)

const renderMute: ChatsTabProps['renderMute'] = (roomId) => <MuteMenu roomId={roomId} />
const renderMuted: ChatsTabProps['renderMuted'] = (roomId) => <MutedMark roomId={roomId} />

/** The Chats tab with payments, requests, muting, reporting and blocking in its slots. */
export function DashboardChats(props: Pick<ChatsTabProps, 'roomId' | 'onSelect' | 'onExplore'>) {
  const queryClient = useQueryClient()
  const payments = useChatPayments({
    onMessage: createApplyChanged(queryClient),
    // Where this fails, the live event or the next connection brings it.
    refresh: (message) => refreshMessage(queryClient, message).catch(() => undefined),
    leaveGuard,
  })
  const { button, dialog } = useSendRequest()
  const block = useBlockPerson()
  const report = useReportDialog(block.ask)
  return (
    <>
      <ChatsTab
        {...props}
        renderExpertise={renderExpertise}
        renderNewRequest={button}
        payments={payments}
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
