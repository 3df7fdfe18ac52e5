import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import { checkMessage } from '@kundig/contract/message-rules'
import { isBlank, lengthOf } from '@kundig/contract/sanitising'

import { CharacterCount } from '../../design-system/character-count.tsx'
import { TextArea } from '../../design-system/text-area.tsx'
import { toast } from '../../design-system/toast.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { chatTexts } from './chat.messages.ts'
import { useDraft } from './use-draft.ts'
import { useTellTyping } from './use-typing.ts'

export interface ComposerProps {
  roomId: string
  partnerName: string
  /** Done once the message is kept. Rejects when it is not: then it stays as a draft. */
  onSend: (content: string) => Promise<void>
  isReady: boolean
  /** Stands before the text field, such as a button that adds a file. */
  leading?: ReactNode
}

/**
 * Where a message is written; what is not sent stays as a draft. Enter sends, Shift+Enter breaks the line, and neither while an input method composes.
 */
export function Composer({ roomId, partnerName, onSend, isReady, leading }: ComposerProps) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const fieldId = useId()
  const draft = useDraft(roomId)
  const content = draft.text
  const tellTyping = useTellTyping(roomId)
  const count = lengthOf(content)
  const isNearLimit = count > LIMITS.messageMax * 0.9

  function send(): void {
    const code = checkMessage(content)
    // Nothing written: nothing happens (spec 5).
    if (code === 'MESSAGE_EMPTY' || !isReady) return
    if (code) {
      toast.error(errorText(code))
      return
    }
    const kept = onSend(content.trim())
    draft.clearAfter(kept)
    kept.catch(() => toast.error(errorText('SEND_FAILED')))
  }

  return (
    <form
      className="flex flex-wrap items-end gap-x-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {leading}
      <div className="min-w-0 flex-1">
        {/* Beside the field, not around it: what is written is no part of its name. */}
        <label htmlFor={fieldId} className="sr-only">
          {texts.message}
        </label>
        <TextArea
          id={fieldId}
          rows={1}
          maxRows={6}
          dir="auto"
          value={content}
          placeholder={texts.writeTo(partnerName.split(' ')[0] ?? partnerName)}
          enterKeyHint="send"
          onChange={(event) => {
            const text = event.currentTarget.value
            draft.write(text)
            if (!isBlank(text)) tellTyping()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return
            event.preventDefault()
            send()
          }}
        />
      </div>
      <button
        type="submit"
        className="btn btn-primary size-12 p-0"
        aria-label={texts.send}
        title={texts.send}
        aria-disabled={!isReady}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
      {isNearLimit && (
        <CharacterCount
          count={count}
          max={LIMITS.messageMax}
          locale={language}
          label={texts.characters}
          className="mt-1 w-full text-right"
        />
      )}
    </form>
  )
}

/** Whether the key belongs to an input method. Safari ends the composition first, and tells by this code alone. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to tell
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
