import type { LastMessage } from '@kundig/contract/chat/chat.contract'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { shortenName } from '../attachments/shortened-name.ts'
import { chatTexts } from '../chat.messages.ts'

/** Maximum length of a file name in a row (graphemes). */
const NAME_MAX = 26

export function LastMessageLine({ message, isOwn }: { message: LastMessage; isOwn: boolean }) {
  const texts = useTexts(chatTexts)
  const words = useWords(message)
  const isGone = message.removed === true || message.deleted === true
  // Names no sender, who did not necessarily decide the payment.
  const isDecided = message.amount !== undefined && message.status !== 'pending'
  return (
    <>
      {isOwn && !isDecided && !isGone && <span>{`${texts.byYou} `}</span>}
      {/* Isolated, so that right-to-left text does not reverse the label before it. */}
      <bdi>{words}</bdi>
    </>
  )
}

function useWords({ content, removed, deleted, file, amount, currency, status, ended_by }: LastMessage): string {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  if (removed) return texts.removed
  if (deleted) return texts.deleted
  if (amount !== undefined && currency !== undefined) {
    const money = formatMoney(amount, currency, language)
    if (status === 'completed') return texts.paid(money)
    const { declined, withdrawn, noLongerOpen: cancelled, notPaidInTime: expired, notPaid: failed } = texts
    if (status === 'rejected') return { declined, withdrawn, cancelled, expired, failed }[ended_by ?? 'failed'](money)
    return texts.askedFor(money)
  }
  if (file) return file.type.startsWith('image/') ? texts.photo : shortenName(file.name, NAME_MAX)
  return content
}
