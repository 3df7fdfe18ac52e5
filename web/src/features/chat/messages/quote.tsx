import type { MessagePreview, Room } from '@kundig/contract/chat/chat.contract'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'
import { usePreviewWords } from './use-preview-words.ts'

export interface QuoteProps {
  quote: MessagePreview
  author: string
  partner: Room['partner']
  describeRefund: PaymentSlots['describeRefund']
  onJump: () => void
}

export function Quote({ quote, author, partner, describeRefund, onJump }: QuoteProps) {
  const texts = useTexts(chatTexts)
  const toWords = usePreviewWords(partner, describeRefund)
  const isGone = quote.removed === true || quote.deleted === true
  return (
    <button
      type="button"
      className="mt-0.5 mb-1.5 block w-full rounded-xs border-s-3 border-current bg-current/10 px-2.5 py-1 text-start text-sm"
      onClick={onJump}
    >
      <span className="sr-only">{texts.inReplyTo}</span>
      <span className="block text-xs font-semibold">{author}</span>
      <bdi className={cx('line-clamp-2', isGone && 'italic')}>{toWords(quote)}</bdi>
    </button>
  )
}
