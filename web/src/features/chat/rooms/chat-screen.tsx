import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'
import type { ReportSubject } from '@kundig/contract/safety/safety.contract'

import { Avatar } from '../../../design-system/avatars/avatar.tsx'
import { IconButton } from '../../../design-system/button.tsx'
import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { getFirstName } from '../../../platform/i18n/first-name.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useLiveState } from '../../../platform/live/use-live-events.ts'
import { useOffline } from '../../../platform/live/use-offline.ts'
import { useFileDrop } from '../../../platform/uploads/use-file-drop.ts'
import type { AppointmentSlots } from '../appointment-slots.ts'
import { ATTACHMENT_BUTTON_ID, AttachmentButton } from '../attachments/attachment-button.tsx'
import { AttachmentDropZone } from '../attachments/attachment-drop-zone.tsx'
import { useAttachments } from '../attachments/use-attachments.ts'
import { markTimelineOpened, timelineQuery } from '../cache/chat.queries.ts'
import { getLastSeq } from '../cache/timeline.ts'
import { chatTexts } from '../chat.messages.ts'
import { COMPOSER_TOOLS_ID } from '../composer/composer-tools.tsx'
import { MESSAGE_FIELD_ID } from '../composer/composer.tsx'
import { useComposerModes } from '../composer/use-modes.ts'
import { usePartnerTyping } from '../composer/use-typing.ts'
import { MessageList } from '../messages/list/message-list.tsx'
import type { JumpTarget } from '../messages/list/use-jump.ts'
import { useOutbox } from '../outbox/use-outbox.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { ChatFooter, CLOSED_NOTICE_ID } from './chat-footer.tsx'
import { LoadingMessages } from './chats-frame.tsx'
import { RoomMenu } from './room-menu.tsx'
import { useMarkRead } from './use-mark-read.ts'

const loadTray = () => import('../attachments/attachment-tray.tsx')
const loadPresence = () => import('../presence/partner-activity.tsx')

/** The first displayed element gets the focus. At most one button is displayed, and none while a message is edited. */
const FOCUS_AFTER_FILES = [ATTACHMENT_BUTTON_ID, COMPOSER_TOOLS_ID, MESSAGE_FIELD_ID, CLOSED_NOTICE_ID]

export interface ChatScreenProps {
  room: Room
  onBack: () => void
  partnerDetail: ReactNode
  newRequest: ReactNode
  payments: PaymentSlots
  appointments: AppointmentSlots
  mute: ReactNode
  onBlock: (partner: Room['partner']) => void
  onReport: (subject: ReportSubject, partner: Room['partner']) => void
  onSearch: () => void
  target: JumpTarget | null
}

/** Open room (spec 2). */
export function ChatScreen({
  room,
  onBack,
  partnerDetail,
  newRequest,
  payments,
  appointments,
  mute,
  onBlock,
  onReport,
  onSearch,
  target,
}: ChatScreenProps) {
  const texts = useTexts(chatTexts)
  const { partner } = room
  const isOpen = room.status === 'open'
  const timeline = useQuery(timelineQuery(room.id))
  const queryClient = useQueryClient()
  useEffect(() => markTimelineOpened(queryClient, room.id), [queryClient, room.id])
  const outbox = useOutbox(room.id)
  const attachments = useAttachments(room.id, timeline.data?.messages)
  const tray = useLazyModule(loadTray, true)
  // Without the tray, chosen files would be invisible.
  const canAddFiles = attachments.isReady && tray !== null
  const { editing, replying } = useComposerModes(room, timeline.data?.messages)
  const isEditing = editing.message !== null
  const addFiles = (files: readonly File[]): void => {
    attachments.add(files)
    document.getElementById(MESSAGE_FIELD_ID)?.focus()
  }
  const { over, area } = useFileDrop(addFiles, !isOpen || !canAddFiles || isEditing)
  const isOffline = useOffline()
  const isLimited = useLiveState() === 'limited'
  const isTyping = usePartnerTyping(room)
  const presence = useLazyModule(loadPresence, isOpen)
  useMarkRead(room, timeline.data ? getLastSeq(timeline.data) : 0)

  return (
    <section
      {...area}
      aria-label={texts.chatWith(partner.full_name)}
      className="relative flex min-h-0 min-w-0 flex-1 flex-col print:block"
    >
      {over && <AttachmentDropZone />}
      <PartnerHeader
        partner={partner}
        isOpen={isOpen}
        isTyping={isTyping}
        onBack={onBack}
        detail={
          <>
            {partnerDetail}
            {presence && <presence.PartnerActivity roomId={room.id} />}
          </>
        }
      >
        {isOpen && mute}
        <RoomMenu
          room={room}
          onClosed={() => document.getElementById(CLOSED_NOTICE_ID)?.focus()}
          onBlock={onBlock}
          onSearch={onSearch}
          onReport={() => onReport({ kind: 'room', id: room.id }, partner)}
        />
      </PartnerHeader>
      <QueryState
        query={timeline}
        loading={<LoadingMessages label={texts.loading} />}
        renderFailure={() => texts.loadFailed}
        retryLabel={texts.retry}
        className="min-h-0 flex-1 justify-center"
      >
        {(data) => (
          <MessageList
            room={room}
            timeline={data}
            outbox={outbox}
            payments={payments}
            appointments={appointments}
            edited={editing.message}
            target={target}
            actions={{
              onEdit: editing.start,
              onReply: replying.start,
              onReport: ({ kind, seq }) =>
                onReport({ kind: kind === 'file' ? 'file' : 'message', id: room.id, seq }, partner),
            }}
          />
        )}
      </QueryState>
      {isOffline && (
        // The application's own offline notice informs screen readers.
        <Notice covers>{texts.offline}</Notice>
      )}
      {isLimited && !isOffline && <Notice covers>{texts.limited}</Notice>}
      {outbox.isAtRisk && <Notice>{texts.notKept}</Notice>}
      <div className="contents print:hidden">
        {tray && <tray.AttachmentTray attachments={attachments} isOpen={isOpen} focusIds={FOCUS_AFTER_FILES} />}
      </div>
      <ChatFooter
        room={room}
        outbox={outbox}
        onSendFiles={(kept) => {
          if (isOpen) attachments.send(kept)
        }}
        editing={editing}
        replying={replying}
        newRequest={newRequest}
        describeRefund={payments.describeRefund}
        leading={
          <>
            <AttachmentButton isReady={canAddFiles} onFiles={addFiles} />
            {payments.renderAction(room)}
            {appointments.renderAction(room)}
          </>
        }
      />
      {payments.renderDialogs(room, timeline.data?.messages ?? [])}
      {appointments.renderDialogs(room, timeline.data?.messages ?? [])}
    </section>
  )
}

function PartnerHeader({
  partner,
  isOpen,
  isTyping,
  onBack,
  detail,
  children,
}: {
  partner: Room['partner']
  isOpen: boolean
  isTyping: boolean
  onBack: () => void
  detail: ReactNode
  children: ReactNode
}) {
  const texts = useTexts(chatTexts)
  return (
    <header className="flex items-center gap-3 border-b border-border bg-surface px-2 py-1.5 md:px-6 md:py-3.5">
      <IconButton label={texts.backToChats} className="-me-2 flex-none md:hidden print:hidden" onClick={onBack}>
        <ArrowLeft size={20} />
      </IconButton>
      <Avatar
        id={partner.id}
        name={partner.full_name}
        src={partner.profile_picture_url}
        size={44}
        muted={!isOpen}
        decorative
      />
      <div className="min-w-0 flex-1">
        <h2 translate="no" className="text-[1.1875rem] leading-6 wrap-anywhere">
          {partner.full_name}
        </h2>
        {isTyping ? <TypingLine name={partner.full_name} /> : <div className="flex flex-wrap gap-x-3">{detail}</div>}
      </div>
      <div className="flex flex-none items-center print:hidden">{children}</div>
    </header>
  )
}

/** Not announced to screen readers, because it changes too often. */
function TypingLine({ name }: { name: string }) {
  const texts = useTexts(chatTexts)
  return (
    <p className="truncate text-sm text-ink-2 italic" data-typing="">
      {texts.typing(getFirstName(name))}
    </p>
  )
}

function Notice({ covers = false, children }: { covers?: boolean; children: ReactNode }) {
  return (
    <p
      data-shows-offline={covers || undefined}
      className="border-t border-border bg-pending-soft px-4 py-2 text-center text-sm font-medium text-balance text-pending"
    >
      {children}
    </p>
  )
}
