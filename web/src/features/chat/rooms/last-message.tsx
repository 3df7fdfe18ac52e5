import type { LastMessage } from '@kundig/contract/chat/chat.contract'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { shortenName } from '../attachments/shortened-name.ts'
import { chatTexts } from '../chat.messages.ts'

/** How much of a file's name fits into a row (graphemes). */
const NAME_MAX = 26

/** A room's last message in one line, as the list of rooms shows it. */
export function LastMessageLine({ message, isOwn }: { message: LastMessage; isOwn: boolean }) {
  const texts = useTexts(chatTexts)
  const words = useWords(message)
  const { removed = false } = message
  // Whoever decided a payment need not be who asked for it.
  const isDecided = message.amount !== undefined && message.status !== 'pending'
  return (
    <>
      {isOwn && !isDecided && !removed && <span>{`${texts.byYou} `}</span>}
      {/* Apart, so that a text from right to left does not turn what stands before it. */}
      <bdi>{words}</bdi>
    </>
  )
}

function useWords({ content, removed, file, amount, currency, status, ended_by }: LastMessage): string {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  if (removed) return texts.removed
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
