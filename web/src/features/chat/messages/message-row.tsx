import type { MessagePreview, Room } from '@kundig/contract/chat/chat.contract'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { AppointmentSlots } from '../appointment-slots.ts'
import { AttachedFile } from '../attachments/viewing/file-attached.tsx'
import { fileTexts } from '../attachments/viewing/file.messages.ts'
import {
  type AppointmentMessage,
  type ChatMessage,
  isPresent,
  type PaymentRequestMessage,
  type RefundMessage,
} from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'
import type { RoomOutbox } from '../outbox/use-outbox.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import type { Row } from './list/message-rows.ts'
import { FailedActions, MessageBubble, type MessageBubbleProps } from './message-bubble.tsx'
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
  outbox: RoomOutbox
  payments: Pick<PaymentSlots, 'renderRequest' | 'describeRefund'>
  appointments: Pick<AppointmentSlots, 'renderCard'>
  menu: MessageBubbleProps['menu']
  isMarked: boolean
  onView: (messageId: string) => void
  onJump: (seq: number) => void
  onReact: SetReaction
}

export function MessageRow({
  row,
  isTile,
  room,
  outbox,
  payments,
  appointments,
  menu,
  isMarked,
  onView,
  onJump,
  onReact,
}: MessageRowProps) {
  const texts = useTexts(chatTexts)
  const words = useTexts(fileTexts)
  const { labelOf, authorOf, altOf } = useSenderTexts(room)
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
  const wordsOf = (
    message: Exclude<ChatMessage, PaymentRequestMessage | AppointmentMessage | RefundMessage>,
  ): string => {
    switch (message.kind) {
      case 'text':
        return message.content
      case 'file':
        return words.shared
      case 'removed':
        return texts.removed
      case 'deleted':
        return message.sender_id === room.partner.id ? texts.deleted : texts.youDeleted
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
        describeRefund={payments.describeRefund}
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
        <FailedActions unsent={row.unsent} onRetry={() => outbox.retry(row.key)} onDrop={() => outbox.drop(row.key)} />
      </MessageBubble>
    )
  }
  const { message } = row
  if (message.kind === 'refund') {
    const step = payments.describeRefund(message.event, message.sender_id, room.partner)
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
        {message.kind === 'appointment'
          ? appointments.renderCard(message, room)
          : payments.renderRequest(message, room)}
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
}

function Separator({ className, children }: { className: string; children: string }) {
  const line = 'before:h-px before:flex-1 after:h-px after:flex-1'
  return <p className={cx('flex items-center gap-3 pt-4 pb-1 text-xs font-semibold', line, className)}>{children}</p>
}
