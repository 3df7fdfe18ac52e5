import type { Room } from '@kundig/contract/chat/chat.contract'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { fileTexts } from '../attachments/file.messages.ts'
import type { FileMessage } from '../cache/message.ts'
import { chatTexts } from '../chat.messages.ts'

/** Names the sender of a message, and describes the sender's picture. */
export function useSenderTexts({ partner }: Room) {
  const texts = useTexts(chatTexts)
  const words = useTexts(fileTexts)
  return {
    labelOf: (isOwn: boolean): string => (isOwn ? texts.you : partner.full_name),
    // What it shows only its sender could say.
    altOf: ({ sender_id, file }: FileMessage): string =>
      sender_id === partner.id ? words.pictureOf(partner.full_name, file.name) : words.ownPicture(file.name),
  }
}
