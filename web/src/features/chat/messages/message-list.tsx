import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { Button } from '../../../design-system/button.tsx'
import { SpinnerRing } from '../../../design-system/spinner.tsx'
import { useCalendar } from '../../../platform/i18n/calendar.ts'
import { formatDay } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { TextWithCode } from '../../../platform/text-with-code.tsx'
import { loadOlder } from '../cache/incoming.ts'
import type { ChatMessage, TextMessage } from '../cache/message.ts'
import { getLastSeq, type Timeline } from '../cache/timeline.ts'
import { chatTexts } from '../chat.messages.ts'
import type { RoomOutbox } from '../outbox/use-outbox.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { Announcer } from './announcer.tsx'
import { type MessageActions, useMessageMenu } from './message-menu.tsx'
import { MessageRow } from './message-row.tsx'
import { type Row, type StoppedAt, toRows } from './message-rows.ts'
import { useFollowing } from './use-following.ts'
import { useHeight } from './use-height.ts'
import { useImageViewer } from './use-image-viewer.tsx'
import { usePrepending } from './use-prepending.ts'
import { usePrinting } from './use-printing.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

/** Distance from the top at which older messages load (CSS px, spec 9). */
const LOAD_OLDER_WITHIN_PX = 100

export interface MessageListProps {
  room: Room
  timeline: Timeline
  outbox: RoomOutbox
  payments: Pick<PaymentSlots, 'renderRequest' | 'describe'>
  /** Message in the composer. */
  edited: TextMessage | null
  actions: MessageActions
}

/** Virtual list (spec 9): opens at the newest, loads older pages without a jump, and follows near the bottom. */
export function MessageList({ room, timeline, outbox, payments, edited, actions }: MessageListProps) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  const calendar = useCalendar()
  const box = useRef<HTMLDivElement>(null)
  const { messages } = timeline
  // The position when the room was opened: the mark stays while the room is read.
  const [stoppedAt] = useState(() => findStop(room))
  const rows = useMemo(
    () =>
      toRows({
        messages,
        unsent: outbox.unsent,
        partnerId: room.partner.id,
        stoppedAt,
        dayLabel: (at) => formatDay(at, language),
      }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- labels such as "Today" depend on the calendar
    [messages, outbox.unsent, room.partner.id, stoppedAt, language, calendar],
  )
  const older = useOlder(room.id, timeline)
  useFilling(box, messages[0]?.seq, older)
  const [headRef, headHeight] = useHeight()
  const last = rows.at(-1)
  const { newAfterSeq, onScroll, follow } = useFollowing(
    box,
    last?.key,
    last?.kind === 'unsent' || isOwnWithoutOutbox(last, room),
    getLastSeq(timeline),
  )
  const { viewer, setViewedId } = useImageViewer(room, messages)
  const newCount = newAfterSeq === null ? 0 : countAfter(messages, newAfterSeq, room.partner.id)

  const { menu, menuOf, handlers: menuHandlers } = useMessageMenu(rows, room, actions, box)
  const isPrepending = usePrepending(messages[0]?.seq)
  const scrollAnchor = useScrollAnchor(box, isPrepending)
  const isPrinting = usePrinting()
  const renderRow = (row: Row) => (
    <MessageRow
      key={row.key}
      row={row}
      room={room}
      outbox={outbox}
      payments={payments}
      menu={menuOf(row)}
      isMarked={row.kind === 'message' && row.message.seq === edited?.seq}
      onView={setViewedId}
    />
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
        {...menuHandlers}
        onScroll={(event) => {
          onScroll()
          scrollAnchor.onScroll()
          if (event.currentTarget.scrollTop <= LOAD_OLDER_WITHIN_PX) older.load()
        }}
        // While it scrolls, even automatically, the virtual list would ignore presses, which would be lost.
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
            {rows.map(renderRow)}
          </div>
        )}
        <Virtualizer
          scrollRef={box}
          shift={isPrepending}
          startMargin={headHeight}
          bufferSize={600}
          data={rows}
          onResize={scrollAnchor.onResize}
          onScrollEnd={scrollAnchor.onScrollEnd}
        >
          {renderRow}
        </Virtualizer>
      </div>
      <OlderStatus older={older} />
      {newCount > 0 && (
        <Button
          variant="secondary"
          size="sm"
          className="absolute bottom-3 left-1/2 -translate-x-1/2 border-transparent bg-accent text-on-accent shadow-2"
          onClick={follow}
        >
          <ArrowDown size={16} aria-hidden="true" />
          <span>{texts.newMessages(newCount)}</span>
        </Button>
      )}
      <Announcer room={room} timeline={timeline} describePayment={payments.describe} />
      {viewer}
      {menu}
    </div>
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

function findStop({ read_seq: seq, unread_count: unreadCount }: Room): StoppedAt | null {
  return seq !== undefined && unreadCount > 0 ? { seq, unreadCount } : null
}

/** True for own messages outside the outbox, which are stored when they first show. */
function isOwnWithoutOutbox(row: Row | undefined, room: Room): boolean {
  if (row?.kind !== 'message' || row.message.sender_id === room.partner.id) return false
  return row.message.kind === 'payment_request' || row.message.kind === 'file'
}

function countAfter(messages: readonly ChatMessage[], seq: number, senderId: string): number {
  const start = messages.findLastIndex((message) => message.seq <= seq) + 1
  return messages.slice(start).filter(({ sender_id, kind }) => sender_id === senderId && kind !== 'deleted').length
}

interface Older {
  state: 'idle' | 'loading' | 'failed'
  load: () => void
}

function useOlder(roomId: string, { hasOlder, messages }: Timeline): Older {
  const queryClient = useQueryClient()
  const [state, setState] = useState<Older['state']>('idle')
  const isBusy = useRef(false)

  async function fetchPage(): Promise<void> {
    isBusy.current = true
    setState('loading')
    try {
      await loadOlder(queryClient, roomId)
      setState('idle')
    } catch {
      setState('failed')
    } finally {
      isBusy.current = false
    }
  }
  const load = (): void => {
    if (hasOlder && !isBusy.current && messages.length > 0) void fetchPage()
  }
  return { state, load }
}

/** Loads older messages while there is (almost) nothing to scroll; stops after an empty answer or a failure. */
function useFilling(box: RefObject<HTMLElement | null>, firstSeq: number | undefined, { state, load }: Older): void {
  const askedAt = useRef<number>(undefined)
  useEffect(() => {
    const element = box.current
    if (!element || state !== 'idle') return undefined
    // The observer also reports once initially, after layout.
    const observer = new ResizeObserver(() => {
      if (askedAt.current === firstSeq) return
      if (element.scrollHeight - element.clientHeight > LOAD_OLDER_WITHIN_PX) return
      askedAt.current = firstSeq
      load()
    })
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    return () => observer.disconnect()
    // `load` changes at each render, but does the same for the same first message.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- see above
  }, [box, firstSeq, state])
}

function OlderStatus({ older }: { older: Older }) {
  const texts = useTexts(chatTexts)
  if (older.state === 'idle') return null
  return (
    // Above the messages, not among them, so that it does not move the text being read.
    <p
      role="status"
      className="absolute top-2 left-1/2 flex -translate-x-1/2 items-center gap-2 rounded-md bg-surface px-3 py-2 text-sm text-ink-2 shadow-2"
    >
      {older.state === 'loading' ? (
        <>
          <SpinnerRing size={16} />
          <span className="sr-only">{texts.loadingOlder}</span>
        </>
      ) : (
        <>
          {texts.olderFailed}
          <button type="button" className="text-link" onClick={older.load}>
            {texts.retry}
          </button>
        </>
      )}
    </p>
  )
}
