import { memo } from 'react'

import type { MessagePreview, Room } from '@kundig/contract/chat/chat.contract'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { AppointmentSlots } from '../appointment-slots.ts'
import { AttachedFile } from '../attachments/viewing/file-attached.tsx'
import { type ChatMessage, isPresent } from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import type { Row } from './list/message-rows.ts'
import type { RowMenu } from './menu/message-menu.tsx'
import { FailedMessageActions, MessageBubble, type MessageBubbleProps, type MessageMenu } from './message-bubble.tsx'
import { MessageFrame } from './message-frame.tsx'
import { Quote } from './quote.tsx'
import { Reactions } from './reactions.tsx'
import { RefundLine } from './refund-line.tsx'
import type { SetReaction } from './use-react.ts'
import { useSenderTexts } from './use-sender-texts.ts'

export interface MessageRowProps {
  row: Row
  /** True for a picture in a group. */
  isTile: boolean
  room: Room
  onRetry: (clientId: string) => void
  onDrop: (clientId: string) => void
  renderRequest: PaymentSlots['renderRequest']
  describeRefund: PaymentSlots['describeRefund']
  renderAppointment: AppointmentSlots['renderCard']
  menu: RowMenu
  /** True for the tab stop among all menu buttons. */
  isTabStop: boolean
  openMenuId: string | undefined
  onOpenMenu: MessageMenu['onOpen']
  isMarked: boolean
  onView: (messageId: string) => void
  onJump: (seq: number) => void
  onReact: SetReaction
}

/** Memoised, so that a dialog or a menu does not render the list again: callers must pass stable functions. */
export const MessageRow = memo(function MessageRow({
  row,
  isTile,
  room,
  onRetry,
  onDrop,
  renderRequest,
  describeRefund,
  renderAppointment,
  menu: kind,
  isTabStop,
  openMenuId: openId,
  onOpenMenu: onOpen,
  isMarked,
  onView,
  onJump,
  onReact,
}: MessageRowProps) {
  const texts = useTexts(chatTexts)
  const { labelOf, authorOf, altOf, wordsOf } = useSenderTexts(room)
  const frameOf = (message: ChatMessage): Pick<MessageBubbleProps, 'isOwn' | 'label' | 'at' | 'state' | 'seq'> => {
    const isOwn = message.sender_id !== room.partner.id
    const isRead = message.read || message.seq <= room.partner_read_seq
    return {
      isOwn,
      label: labelOf(isOwn),
      at: message.created_at,
      state: isOwn ? (isRead ? 'read' : 'sent') : null,
      seq: message.seq,
    }
  }
  if (row.kind === 'day') {
    return <Separator className="text-ink-3 before:bg-border after:bg-border">{row.label}</Separator>
  }
  if (row.kind === 'unread') {
    return (
      <Separator className="text-danger before:bg-danger after:bg-danger">{texts.unreadSince(row.count)}</Separator>
    )
  }
  const renderQuote = (quote: MessagePreview | undefined) =>
    quote && (
      <Quote
        quote={quote}
        author={authorOf(quote)}
        partner={room.partner}
        describeRefund={describeRefund}
        onJump={() => onJump(quote.seq)}
      />
    )
  if (row.kind === 'unsent') {
    return (
      <MessageBubble
        isOwn
        label={labelOf(true)}
        isContinued={row.isContinued}
        content={row.unsent.content}
        quote={renderQuote(row.quote)}
        at={row.unsent.writtenAt}
        state={row.unsent.failed === null ? 'sending' : 'failed'}
      >
        <FailedMessageActions unsent={row.unsent} onRetry={() => onRetry(row.key)} onDrop={() => onDrop(row.key)} />
      </MessageBubble>
    )
  }
  const { message } = row
  const menu =
    kind === 'none' ? undefined : { rowKey: row.key, isTabStop, isProminent: kind === 'prominent', openId, onOpen }
  if (message.kind === 'refund') {
    const step = describeRefund(message.event, message.sender_id, room.partner)
    return <RefundLine message={message} words={step} isMarked={isMarked} onJump={onJump} />
  }
  const reactions = isPresent(message) && message.reactions && (
    <Reactions reactions={message.reactions} room={room} onRemove={() => onReact(message, null)} />
  )
  if (message.kind === 'payment_request' || message.kind === 'appointment') {
    return (
      <MessageFrame
        isContinued={row.isContinued}
        {...frameOf(message)}
        menu={menu}
        isMarked={isMarked}
        reactions={reactions}
      >
        {message.kind === 'appointment' ? renderAppointment(message, room) : renderRequest(message, room)}
      </MessageFrame>
    )
  }
  return (
    <MessageBubble
      isContinued={row.isContinued}
      {...frameOf(message)}
      menu={menu}
      isMarked={isMarked}
      content={wordsOf(message)}
      quote={renderQuote(isPresent(message) ? message.replyTo : undefined)}
      isGone={!isPresent(message)}
      isEdited={message.kind === 'text' && message.edited}
      file={
        message.kind === 'file' && (
          <AttachedFile file={message.file} isTile={isTile} alt={altOf(message)} onOpen={() => onView(message.id)} />
        )
      }
    >
      {reactions}
    </MessageBubble>
  )
})

function Separator({ className, children }: { className: string; children: string }) {
  const line = 'before:h-px before:flex-1 after:h-px after:flex-1'
  return <p className={cx('flex items-center gap-3 pt-4 pb-1 text-xs font-semibold', line, className)}>{children}</p>
}
