import { SendHorizontal } from 'lucide-react'
import { useState } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import { checkMessage } from '@kundig/contract/message-rules'
import { lengthOf } from '@kundig/contract/sanitising'

import { CharacterCount } from '../../design-system/character-count.tsx'
import { TextArea } from '../../design-system/text-area.tsx'
import { toast } from '../../design-system/toast.tsx'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { chatTexts } from './chat.messages.ts'

export interface ComposerProps {
  partnerName: string
  onSend: (content: string) => void
  isReady: boolean
}

/** Where a message is written. Enter sends, Shift+Enter breaks the line, and neither while an input method composes. */
export function Composer({ partnerName, onSend, isReady }: ComposerProps) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const [content, setContent] = useState('')
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
    onSend(content.trim())
    setContent('')
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label>
        <span className="sr-only">{texts.message}</span>
        <TextArea
          rows={1}
          maxRows={6}
          dir="auto"
          value={content}
          placeholder={texts.writeTo(partnerName.split(' ')[0] ?? partnerName)}
          enterKeyHint="send"
          onChange={(event) => setContent(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            send()
          }}
        />
      </label>
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
          label={texts.characters(count, LIMITS.messageMax)}
          className="mt-1 text-right"
        />
      )}
    </form>
  )
}
