import { Undo2, X } from 'lucide-react'

import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { RefundMessage } from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'
import { MessageMeta } from './message-bubble.tsx'

export interface RefundLineProps {
  message: RefundMessage
  words: string
  isMarked: boolean
  onJump: (seq: number) => void
}

/** Line of a refund step. A press jumps to the payment request. */
export function RefundLine({ message, words, isMarked, onJump }: RefundLineProps) {
  const texts = useTexts(chatTexts)
  const { event, paymentSeq } = message
  const Icon = event.step === 'declined' || event.step === 'failed' ? X : Undo2
  const look = cx(
    'flex min-w-0 items-start gap-2 rounded-md px-2 py-1.5 text-sm',
    event.step === 'failed' ? 'text-danger' : 'text-ink-2',
    isMarked && 'outline-2 outline-primary',
  )
  const content = (
    <>
      <Icon size={16} className="mt-0.5 flex-none" />
      <span className="min-w-0 text-start text-balance wrap-anywhere">{words}</span>{' '}
      <span className="mt-0.5 flex-none">
        <MessageMeta at={message.created_at} state={null} className="text-ink-3" />
      </span>
    </>
  )
  return (
    <div
      data-seq={message.seq}
      className="flex items-center gap-1 pt-2 before:h-px before:min-w-2 before:flex-1 before:bg-border after:h-px after:min-w-2 after:flex-1 after:bg-border"
    >
      {paymentSeq === null ? (
        <p className={look}>{content}</p>
      ) : (
        <button
          type="button"
          className={cx(look, 'pointer-coarse:min-h-11 pointer-coarse:items-center hover:bg-surface-2')}
          onClick={() => onJump(paymentSeq)}
        >
          {content}
          <span className="sr-only">{` ${texts.showPayment}`}</span>
        </button>
      )}
    </div>
  )
}
