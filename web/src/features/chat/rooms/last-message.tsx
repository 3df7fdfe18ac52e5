import type { MessagePreview, Room } from '@kundig/contract/chat/chat.contract'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import { usePreviewWords } from '../messages/use-preview-words.ts'
import type { PaymentSlots } from '../payment-slots.ts'

export interface LastMessageLineProps {
  message: MessagePreview
  partner: Room['partner']
  describeRefund: PaymentSlots['describeRefund']
}

export function LastMessageLine({ message, partner, describeRefund }: LastMessageLineProps) {
  const texts = useTexts(chatTexts)
  const toWords = usePreviewWords(partner, describeRefund)
  const isGone = message.removed === true || message.deleted === true
  const isOwn = message.sender_id !== partner.id
  // After a decision, no sender shows: another person may have decided. A refund step names its own author.
  const status = message.amount === undefined ? (message.appointment?.status ?? 'proposed') : message.status
  const isDecided = status !== 'pending' && status !== 'proposed'
  const hasLabel = isOwn && !isDecided && !isGone && !message.refund_event
  return (
    <>
      {hasLabel && <span>{`${texts.byYou} `}</span>}
      {/* Without isolation, right-to-left text would reverse the label before it. */}
      <bdi>{toWords(message)}</bdi>
    </>
  )
}
