import { useQueryClient } from '@tanstack/react-query'

import { refreshMessage, applyMessage } from '../../features/chat/cache/incoming.ts'
import { ChatsTab, type ChatsTabProps } from '../../features/chat/rooms/chats-tab.tsx'
import { type ChatPaymentsOptions, useChatPayments } from '../../features/payments/chat-payments.tsx'
import { ExpertiseLine } from '../../features/profiles/expertise-line.tsx'
import { SHORT_LABELS } from '../category-labels.messages.ts'
import { LeaveGuard } from '../leave-guard.tsx'

const leaveGuard: ChatPaymentsOptions['leaveGuard'] = (isUnderWay, words) => (
  <LeaveGuard unsaved={isUnderWay} words={words} />
)

const renderExpertise: ChatsTabProps['renderExpertise'] = (profile) => (
  <ExpertiseLine profile={profile} shortLabels={SHORT_LABELS} />
)

/** The Chats tab with payments in its slots. */
export function DashboardChats(props: Omit<ChatsTabProps, 'payments' | 'renderExpertise'>) {
  const queryClient = useQueryClient()
  const payments = useChatPayments({
    onMessage: (message) => applyMessage(queryClient, message),
    // Where this fails, the live event or the next connection brings it.
    refresh: (message) => refreshMessage(queryClient, message).catch(() => undefined),
    leaveGuard,
  })
  return <ChatsTab {...props} renderExpertise={renderExpertise} payments={payments} />
}
