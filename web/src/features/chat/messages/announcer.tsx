import { useEffect, useRef } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { useAnnouncement } from '../../../design-system/use-announcement.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { fileTexts } from '../attachments/file.messages.ts'
import type { ChatMessage, PaymentRequestMessage } from '../cache/message.ts'
import { isPending, listPending, type Timeline } from '../cache/timeline.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'

export interface AnnouncerProps {
  room: Room
  timeline: Timeline
  describePayment: PaymentSlots['describe']
}

/**
 * Announces, politely and once, the partner's new messages, a removal of the last, and results of own payment requests.
 * The payment dialog announces results to the buyer.
 */
export function Announcer({ room, timeline, describePayment }: AnnouncerProps) {
  const texts = useTexts(chatTexts)
  const words = useTexts(fileTexts)
  const heardSeq = useRef(timeline.messages.at(-1)?.seq ?? 0)
  const awaited = useRef<readonly PaymentRequestMessage[]>([])
  const [announced, announce] = useAnnouncement()
  const saidSeqs = useRef<readonly number[]>([])
  useEffect(() => {
    const start = timeline.messages.findLastIndex(({ seq }) => seq <= heardSeq.current) + 1
    const news = timeline.messages.slice(start).filter(({ sender_id }) => sender_id === room.partner.id)
    heardSeq.current = timeline.messages.at(-1)?.seq ?? 0
    const decided = awaited.current.flatMap(({ id }) =>
      timeline.messages
        .filter((message) => message.kind === 'payment_request')
        .filter((message) => message.id === id && !isPending(message)),
    )
    awaited.current = listPending(timeline).filter(({ sender_id }) => sender_id !== room.partner.id)
    const wordOf = (message: ChatMessage): string => {
      switch (message.kind) {
        case 'payment_request':
          return describePayment(message)
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
    const lines = [
      ...news.map((one) => texts.from(room.partner.full_name, wordOf(one))),
      ...decided.map((one) => describePayment(one)),
    ]
    // The last announcement stays in the page. A removed message must not be readable there.
    const removed = timeline.messages.find(({ kind, seq }) => kind === 'removed' && saidSeqs.current.includes(seq))
    if (removed) lines.push(texts.from(room.partner.full_name, texts.removed))
    if (lines.length === 0) return
    saidSeqs.current = news.flatMap(({ kind, seq }) => (kind === 'removed' ? [] : seq))
    announce(lines.join('\n'))
  }, [timeline, room.partner, texts, words, describePayment, announce])
  return (
    <p aria-live="polite" className="sr-only">
      {announced}
    </p>
  )
}
