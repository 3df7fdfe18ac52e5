import type { Room } from '@kundig/contract/chat/chat.contract'

import type { AppointmentMessage } from '../appointment-message.ts'
import type { appointmentCardTexts } from './appointment-card.messages.ts'

export function describeEnding(
  { sender_id, appointment }: AppointmentMessage,
  { partner }: Room,
  texts: (typeof appointmentCardTexts)['en'],
): string {
  const { ended_by: endedBy, starts_at: startsAt } = appointment
  if (endedBy === null) return texts.ended
  const [byOwn, byPartner] =
    startsAt !== null
      ? [texts.youCancelled, texts.cancelledBy]
      : endedBy === sender_id
        ? [texts.youWithdrew, texts.withdrawnBy]
        : [texts.youDeclined, texts.declinedBy]
  return endedBy === partner.id ? byPartner(partner.full_name) : byOwn
}
