import { ArrowDown } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { Button } from '../../../../design-system/button.tsx'
import { cx } from '../../../../design-system/class-names.ts'
import { useCalendarKey } from '../../../../platform/i18n/calendar.ts'
import { formatDay } from '../../../../platform/i18n/format.ts'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { TextWithCode } from '../../../../platform/text-with-code.tsx'
import type { AppointmentSlots } from '../../appointment-slots.ts'
import type { ChatMessage, TextMessage } from '../../cache/message.ts'
import { getLastSeq, type Timeline } from '../../cache/timeline.ts'
import { chatTexts } from '../../chat.messages.ts'
import type { RoomOutbox } from '../../outbox/use-outbox.ts'
import type { PaymentSlots } from '../../payment-slots.ts'
import { Announcer } from '../announcer.tsx'
import { type MessageActions, useMessageMenu } from '../menu/message-menu.tsx'
import { MessageRow } from '../message-row.tsx'
import { useImageViewer } from '../use-image-viewer.tsx'
import { useSetReaction } from '../use-react.ts'
import { type Line, toLines } from './message-lines.ts'
import { type Row, type StoppedAt, toRows } from './message-rows.ts'
import {
  LOAD_OLDER_WITHIN_PX,
  OlderMessagesStatus,
  useLoadUntilScrollable,
  useOlderMessages,
} from './older-messages.tsx'
import { useFollowNewMessages } from './use-following.ts'
import { useHeight } from './use-height.ts'
import { type JumpTarget, useJumpToMessage } from './use-jump.ts'
import { useIsPrepending } from './use-prepending.ts'
import { useIsPrinting } from './use-printing.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

export interface MessageListProps {
  room: Room
  timeline: Timeline
  outbox: RoomOutbox
  payments: Pick<PaymentSlots, 'renderRequest' | 'listActions' | 'describe' | 'describeRefund'>
  appointments: Pick<AppointmentSlots, 'renderCard'>
  /** Message in the composer. */
  edited: TextMessage | null
  actions: MessageActions
  target: JumpTarget | null
}

/** Virtual list (spec 9): opens at the newest, loads older pages without a jump, and follows near the bottom. */
export function MessageList({
  room,
  timeline,
  outbox,
  payments,
  appointments,
  edited,
  actions,
  target,
}: MessageListProps) {
  const texts = useTexts(chatTexts)
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { messages } = timeline
  const rows = useRows(room, messages, outbox.unsent)
  const lines = useMemo(() => toLines(rows), [rows])
  const older = useOlderMessages(room.id)
  useLoadUntilScrollable(box, messages[0]?.seq, older)
  const [headRef, headHeight] = useHeight()
  const last = rows.at(-1)
  const { newAfterSeq, onScroll, follow, leave } = useFollowNewMessages(
    box,
    last?.key,
    last?.kind === 'unsent' || isOwnMessageOutsideOutbox(last, room),
    getLastSeq(timeline),
  )
  const { viewer, setViewedId } = useImageViewer(room, messages)
  const newCount = newAfterSeq === null ? 0 : countNewerMessages(messages, newAfterSeq, room.partner.id)

  const onReact = useSetReaction()
  const { listActions } = payments
  const menus = useMessageMenu(rows, room, { ...actions, onReact, listActions }, box)
  const isPrepending = useIsPrepending(messages[0]?.seq)
  const scrollAnchor = useScrollAnchor(box, isPrepending)
  const onMove = (): void => {
    leave()
    scrollAnchor.release()
  }
  const { jump, markedSeq } = useJumpToMessage({ roomId: room.id, box, list, lines, older, onMove, target })
  const isPrinting = useIsPrinting()
  const renderRow = (row: Row, isTile = false) => (
    <MessageRow
      key={row.key}
      row={row}
      isTile={isTile}
      room={room}
      onRetry={outbox.retry}
      onDrop={outbox.drop}
      renderRequest={payments.renderRequest}
      describeRefund={payments.describeRefund}
      renderAppointment={appointments.renderCard}
      {...menus.getMenuProps(row)}
      isMarked={row.kind === 'message' && [edited?.seq, markedSeq].includes(row.message.seq)}
      onView={setViewedId}
      onJump={jump}
      onReact={onReact}
    />
  )
  const renderLine = (line: Line) => (
    // A line of one row and a line of two use the same element. A second picture therefore does not reload the first.
    <div
      key={line[0].key}
      className={cx(line.length > 1 && PAIR, line.length > 1 && isOwn(line[0], room) && 'justify-end')}
    >
      {line.map((row) => renderRow(row, line.length > 1))}
    </div>
  )

  return (
    <div className="relative flex min-h-0 flex-1 print:block">
      <div
        ref={box}
        role="log"
        aria-label={texts.messages}
        // `Announcer` announces new messages; a live region would also announce rows that scroll into view.
        aria-live="off"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- who scrolls by keyboard must be able to reach it
        tabIndex={0}
        {...menus.handlers}
        onScroll={(event) => {
          onScroll()
          scrollAnchor.onScroll()
          if (event.currentTarget.scrollTop <= LOAD_OLDER_WITHIN_PX) void older.load()
        }}
        // Keeps pointer events, which the virtual list disables during any scroll. Otherwise presses would be lost.
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4 outline-offset-[-4px] [overflow-anchor:none] *:pointer-events-auto! md:px-6 print:overflow-visible print:[&>:last-child]:hidden"
      >
        <div ref={headRef} className="pt-4">
          {room.requestMessage !== null && <RequestMessage room={room} text={room.requestMessage} />}
          {rows.length === 0 && <p className="py-8 text-center text-sm text-ink-3">{texts.noMessages}</p>}
        </div>
        {/* The virtual list holds only rows near the view; paper gets every loaded message. */}
        {isPrinting && (
          <div className="hidden print:block">
            {timeline.hasOlder && <p className="py-2 text-center text-sm text-ink-3">{texts.olderNotPrinted}</p>}
            {rows.map((row) => renderRow(row))}
          </div>
        )}
        <Virtualizer
          ref={list}
          scrollRef={box}
          shift={isPrepending}
          startMargin={headHeight}
          bufferSize={600}
          data={lines}
          onResize={scrollAnchor.onResize}
          onScrollEnd={scrollAnchor.onScrollEnd}
        >
          {renderLine}
        </Virtualizer>
      </div>
      <OlderMessagesStatus older={older} />
      {newCount > 0 && <NewMessagesButton label={texts.newMessages(newCount)} onClick={follow} />}
      <Announcer
        room={room}
        timeline={timeline}
        describePayment={payments.describe}
        describeRefund={payments.describeRefund}
      />
      {viewer}
      {menus.menu}
    </div>
  )
}

/** Two pictures side by side, with their menu buttons on top of them. */
const PAIR =
  'flex items-end gap-1 *:relative *:min-w-0 [&_.bubble]:max-w-full [&_[data-menu-of]]:absolute [&_[data-menu-of]]:end-3 [&_[data-menu-of]]:top-3 [&_[data-menu-of]]:bg-surface'

function useRows(room: Room, messages: readonly ChatMessage[], unsent: RoomOutbox['unsent']): Row[] {
  const language = useLanguage()
  const calendar = useCalendarKey()
  const partnerId = room.partner.id
  // Reading position when the room was opened. The unread mark stays at this position while the person reads.
  const [stoppedAt] = useState(() => findReadingPosition(room))
  return useMemo(
    () => toRows({ messages, unsent, partnerId, stoppedAt, dayLabel: (at) => formatDay(at, language) }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- labels such as "Today" depend on the calendar
    [messages, unsent, partnerId, stoppedAt, language, calendar],
  )
}

function RequestMessage({ room, text }: { room: Room; text: string }) {
  const texts = useTexts(chatTexts)
  const isRequester = room.requester_id !== room.partner.id
  return (
    <div className="mx-auto mb-2 max-w-[34rem] rounded-md bg-accent-soft px-4 py-3 text-sm">
      <p className="font-semibold text-ink">
        {isRequester ? texts.yourRequest : texts.requestOf(room.partner.full_name)}
      </p>
      <p dir="auto" className="mt-0.5 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
        <TextWithCode text={text} />
      </p>
    </div>
  )
}

function findReadingPosition({ read_seq: seq, unread_count: unreadCount }: Room): StoppedAt | null {
  return seq !== undefined && unreadCount > 0 ? { seq, unreadCount } : null
}

/** True for the person's messages that bypass the outbox: they first appear once they are stored. */
function isOwnMessageOutsideOutbox(row: Row | undefined, room: Room): boolean {
  if (row?.kind !== 'message' || !isOwn(row, room)) return false
  return ['payment_request', 'appointment', 'file'].includes(row.message.kind)
}

function isOwn(row: Row, room: Room): boolean {
  return row.kind === 'unsent' || (row.kind === 'message' && row.message.sender_id !== room.partner.id)
}

function countNewerMessages(messages: readonly ChatMessage[], seq: number, senderId: string): number {
  const start = messages.findLastIndex((message) => message.seq <= seq) + 1
  return messages.slice(start).filter(({ sender_id, kind }) => sender_id === senderId && kind !== 'deleted').length
}

function NewMessagesButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="secondary"
      size="sm"
      className="absolute bottom-3 left-1/2 -translate-x-1/2 border-transparent bg-accent text-on-accent shadow-2"
      onClick={onClick}
    >
      <ArrowDown size={16} />
      <span>{label}</span>
    </Button>
  )
}
