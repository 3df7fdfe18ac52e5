import type { MessagePreview, Room } from '@kundig/contract/chat/chat.contract'

import { formatMoney, formatWeekdayTime } from '../../../platform/i18n/format.ts'
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
  return (preview) => {
    const { sender_id, content, removed, deleted, refund_event, appointment, file } = preview
    const { amount, currency, status, ended_by } = preview
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
    if (appointment) {
      const { status: state, starts_at: at } = appointment
      if (state === 'proposed') return texts.appointmentProposed
      if (state === 'accepted' && at !== null) return texts.appointmentAt(formatWeekdayTime(at, language))
      if (at !== null) return texts.appointmentCancelled
      return appointment.ended_by === sender_id ? texts.appointmentWithdrawn : texts.appointmentDeclined
    }
    if (file) return file.type.startsWith('image/') ? texts.photo : shortenName(file.name, NAME_MAX)
    return content
  }
}
