import type { MessagePreview } from '@kundig/contract/chat/chat.contract'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import { usePreviewWords } from '../messages/use-preview-words.ts'

export function LastMessageLine({ message, isOwn }: { message: MessagePreview; isOwn: boolean }) {
  const texts = useTexts(chatTexts)
  const toWords = usePreviewWords()
  const isGone = message.removed === true || message.deleted === true
  // Names no sender, who did not necessarily decide the payment.
  const isDecided = message.amount !== undefined && message.status !== 'pending'
  return (
    <>
      {isOwn && !isDecided && !isGone && <span>{`${texts.byYou} `}</span>}
      {/* Isolated, so that right-to-left text does not reverse the label before it. */}
      <bdi>{toWords(message)}</bdi>
    </>
  )
}
