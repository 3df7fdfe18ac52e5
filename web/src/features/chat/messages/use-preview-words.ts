import type { MessagePreview, Room } from '@kundig/contract/chat/chat.contract'

import { formatMoney } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { shortenName } from '../attachments/shortened-name.ts'
import { chatTexts } from '../chat.messages.ts'
import type { PaymentSlots } from '../payment-slots.ts'

/** Maximum length of a file name in one line (graphemes). */
const NAME_MAX = 26

/** Returns a function that describes a message of any kind in one line. */
export function usePreviewWords(
  partner: Room['partner'],
  describeRefund: PaymentSlots['describeRefund'],
): (preview: MessagePreview) => string {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  return ({ sender_id, content, removed, deleted, refund_event, file, amount, currency, status, ended_by }) => {
    if (removed) return texts.removed
    if (deleted) return texts.deleted
    if (refund_event) return describeRefund(refund_event, sender_id, partner)
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
}
