import type { Room } from '@kundig/contract/chat/chat.contract'

import { getFirstName } from '../../../platform/i18n/first-name.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { fileTexts } from '../attachments/viewing/file.messages.ts'
import type {
  AppointmentMessage,
  ChatMessage,
  FileMessage,
  PaymentRequestMessage,
  RefundMessage,
} from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'

export function useSenderTexts({ partner }: Room) {
  const texts = useTexts(chatTexts)
  const words = useTexts(fileTexts)
  return {
    labelOf: (isOwn: boolean): string => (isOwn ? texts.you : partner.full_name),
    /** Returns the sender's first name, or "You". */
    authorOf: ({ sender_id }: { sender_id: string }): string =>
      sender_id === partner.id ? getFirstName(partner.full_name) : texts.you,
    /** Returns the text of a bubble. The text for a file is only for screen readers. */
    wordsOf: (message: Exclude<ChatMessage, PaymentRequestMessage | AppointmentMessage | RefundMessage>): string => {
      switch (message.kind) {
        case 'text':
          return message.content
        case 'file':
          return words.shared
        case 'removed':
          return texts.removed
        case 'deleted':
          return message.sender_id === partner.id ? texts.deleted : texts.youDeleted
      }
    },
    // The text does not describe the picture, because only its sender could do so.
    altOf: ({ sender_id, file }: FileMessage): string =>
      sender_id === partner.id ? words.pictureOf(partner.full_name, file.name) : words.ownPicture(file.name),
  }
}
