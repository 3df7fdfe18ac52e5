import type { ReactNode } from 'react'

import type { Room } from '@kundig/contract/chat/chat.contract'

import { formatFullDateTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import { ClosedDraft } from '../composer/closed-draft.tsx'
import { Composer } from '../composer/composer.tsx'
import type { Editing } from '../composer/use-editing.ts'
import type { Replying } from '../composer/use-replying.ts'
import { usePreviewWords } from '../messages/use-preview-words.ts'
import { useSenderTexts } from '../messages/use-sender-texts.ts'
import type { RoomOutbox } from '../outbox/use-outbox.ts'
import type { PaymentSlots } from '../payment-slots.ts'

/** Id of the notice of a closed chat, which gets the focus when the chat closes. */
export const CLOSED_NOTICE_ID = 'closed-chat'

export interface ChatFooterProps {
  room: Room
  outbox: RoomOutbox
  onSendFiles: (kept?: Promise<void>) => void
  editing: Editing
  replying: Replying
  newRequest: ReactNode
  leading: ReactNode
  describeRefund: PaymentSlots['describeRefund']
}

/** Composer of an open chat, or the notice of a closed one. */
export function ChatFooter({
  room,
  outbox,
  onSendFiles,
  editing,
  replying,
  newRequest,
  leading,
  describeRefund,
}: ChatFooterProps) {
  const texts = useTexts(chatTexts)
  const { authorOf } = useSenderTexts(room)
  const toWords = usePreviewWords(room.partner, describeRefund)
  const { preview, target } = replying
  return (
    <footer className="border-t border-border bg-surface px-4 py-2 md:px-6 md:py-4 print:hidden">
      {/* When the chat closes, the composer first stores an edited text as the draft. */}
      {room.status !== 'open' && editing.message === null ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-md border border-border bg-surface-2 px-4 py-3 text-sm text-ink-2">
            <div id={CLOSED_NOTICE_ID} tabIndex={-1} className="grid gap-0.5 outline-none">
              <p className="font-medium">{texts.isClosed}</p>
              {room.closed_at !== null && <ClosedDate at={room.closed_at} />}
            </div>
            {newRequest}
          </div>
          <ClosedDraft roomId={room.id} />
        </>
      ) : (
        <Composer
          roomId={room.id}
          partnerName={room.partner.full_name}
          onSend={(content) => replying.send((replyTo) => outbox.send(content, replyTo))}
          onSendFiles={onSendFiles}
          isReady={outbox.isReady}
          editing={editing}
          reply={
            preview &&
            target && {
              target,
              title:
                preview.sender_id === room.partner.id ? texts.replyingTo(authorOf(preview)) : texts.replyingToYourself,
              words: toWords(preview),
              end: replying.end,
            }
          }
          leading={leading}
        />
      )}
    </footer>
  )
}

function ClosedDate({ at }: { at: string }) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  return (
    <p className="text-xs">
      <time dateTime={at}>{texts.closedOn(formatFullDateTime(at, language))}</time>
    </p>
  )
}
