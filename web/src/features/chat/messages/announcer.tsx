import { useEffect, useEffectEvent, useRef } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { useAnnouncement } from '../../../design-system/use-announcement.tsx'
import { getFirstName } from '../../../platform/i18n/first-name.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { fileTexts } from '../attachments/viewing/file.messages.ts'
import { type ChatMessage, isPresent, type PaymentRequestMessage, toPreview } from '../cache/message.ts'
import { isPending, listPendingPaymentRequests, type Timeline } from '../cache/timeline.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { usePreviewWords } from './use-preview-words.ts'

export interface AnnouncerProps {
  room: Room
  timeline: Timeline
  describePayment: PaymentSlots['describe']
  describeRefund: PaymentSlots['describeRefund']
}

/**
 * Announces each event once: the partner's new messages and reactions, changes of the last announced messages, refund
 * steps by others, and results of the person's payment requests. The payment dialog informs the buyer.
 */
export function Announcer({ room, timeline, describePayment, describeRefund }: AnnouncerProps) {
  const texts = useTexts(chatTexts)
  const words = useTexts(fileTexts)
  const toWords = useEffectEvent(usePreviewWords(room.partner, describeRefund))
  const heardSeq = useRef(timeline.messages.at(-1)?.seq ?? 0)
  const reacted = useRef<ReadonlyMap<number, string | null>>(new Map())
  const awaited = useRef<readonly PaymentRequestMessage[]>([])
  const [announced, announce] = useAnnouncement()
  /** Messages in the last announcement, with their texts. */
  const said = useRef<readonly { seq: number; content: string }[]>([])
  useEffect(() => {
    const start = timeline.messages.findLastIndex(({ seq }) => seq <= heardSeq.current) + 1
    const news = timeline.messages.slice(start).filter((one) => one.sender_id === room.partner.id || isByOthers(one))
    heardSeq.current = timeline.messages.at(-1)?.seq ?? 0
    const decided = awaited.current.flatMap(({ id }) =>
      timeline.messages
        .filter((message) => message.kind === 'payment_request')
        .filter((message) => message.id === id && !isPending(message)),
    )
    awaited.current = listPendingPaymentRequests(timeline).filter(({ sender_id }) => sender_id !== room.partner.id)
    const known = reacted.current
    reacted.current = listReactions(timeline, room.partner.id)
    const reactions = [...reacted.current].filter(
      ([seq, reaction]) => reaction !== null && known.has(seq) && known.get(seq) !== reaction,
    )
    const name = getFirstName(room.partner.full_name)
    const wordOf = (message: ChatMessage): string => {
      switch (message.kind) {
        case 'payment_request':
          return describePayment(message)
        case 'refund':
          return describeRefund(message.event, message.sender_id, room.partner)
        case 'appointment':
          return toWords(toPreview(message))
        case 'file':
          return `${words.shared}, ${message.file.name}`
        case 'removed':
          return texts.removed
        case 'deleted':
          return texts.deleted
        case 'text':
          return message.content
      }
    }
    // The last announcement stays in the page, and must not contain texts that were edited, deleted or removed.
    const changed = said.current.flatMap(({ seq, content }) =>
      timeline.messages.filter((one) => one.seq === seq && (!isPresent(one) || getContent(one) !== content)),
    )
    const markEdited = (content: string): string => `${content} (${texts.edited})`
    const lines = [
      // A refund step's text already names its author.
      ...news.map((one) => (one.kind === 'refund' ? wordOf(one) : texts.from(room.partner.full_name, wordOf(one)))),
      ...decided.map((one) => describePayment(one)),
      ...reactions.map(([, reaction]) => texts.reacted(name, reaction ?? '')),
      ...changed.map((one) =>
        texts.from(room.partner.full_name, isPresent(one) ? markEdited(wordOf(one)) : wordOf(one)),
      ),
    ]
    if (lines.length === 0) return
    said.current = [...news, ...changed].flatMap((one) =>
      isPresent(one) ? { seq: one.seq, content: getContent(one) } : [],
    )
    announce(lines.join('\n'))
  }, [timeline, room.partner, texts, words, describePayment, describeRefund, announce])
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  )
}

/** Maps positions of the person's messages to the partner's reactions. A reaction that replaces null counts as new. */
function listReactions({ messages }: Timeline, partnerId: string): ReadonlyMap<number, string | null> {
  const own = messages.filter((message) => isPresent(message)).filter(({ sender_id }) => sender_id !== partnerId)
  return new Map(
    own.map(({ seq, reactions }) => [seq, reactions?.find(({ user_id }) => user_id === partnerId)?.reaction ?? null]),
  )
}

/** True for refund steps that an operator or Stripe took, although a participant is their sender. */
const isByOthers = (message: ChatMessage): boolean =>
  message.kind === 'refund' &&
  (message.event.step === 'failed' || message.event.by === 'operator' || message.event.by === 'stripe')

const getContent = (message: ChatMessage): string => (message.kind === 'text' ? message.content : '')
