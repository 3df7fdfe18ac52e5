import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'

import { LIMITS } from '@kundig/contract/limits'
import { judgeMessage } from '@kundig/contract/texts/message-rules'
import { isBlank } from '@kundig/contract/texts/sanitising'

import { cx } from '../../../design-system/class-names.ts'
import { CharacterCount } from '../../../design-system/fields/character-count.tsx'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useMediaQuery } from '../../../design-system/use-media-query.ts'
import { RemovalNote } from '../../../platform/forms/removal-note.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import { ComposerTools } from './composer-tools.tsx'
import { useBeyondOneLine } from './use-beyond-one-line.ts'
import { useDraft } from './use-draft.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'
import { useSendTyping } from './use-typing.ts'

export interface ComposerProps {
  roomId: string
  partnerName: string
  /** Resolves once the message is stored. On rejection the text stays as a draft. */
  onSend: (content: string) => Promise<void>
  isReady: boolean
  leading?: ReactNode
}

/**
 * Message field; unsent text stays as a draft. Enter sends, except on phones, whose keyboards have no Shift+Enter; an
 * input method overrides it.
 */
export function Composer({ roomId, partnerName, onSend, isReady, leading }: ComposerProps) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const fieldId = useId()
  const draft = useDraft(roomId)
  const content = draft.text
  const sendTyping = useSendTyping(roomId)
  const area = useRef<HTMLTextAreaElement>(null)
  const isTall = useBeyondOneLine(area, content)
  useFocusOnOpening(area)
  const isTouchOnly = useMediaQuery('(pointer: coarse) and (hover: none)')
  const noteId = useId()
  const strippingId = useId()
  // Judges the text that would be sent, so that counter, note and refusal agree.
  const judged = useMemo(() => judgeMessage(content), [content])
  const isNearLimit = judged.length > LIMITS.messageMax * 0.9
  const isTooLong = judged.code === 'MESSAGE_TOO_LONG'
  const [refused, setRefused] = useState<string | null>(null)
  const [pressedTooLong, setPressedTooLong] = useState(0)
  const refusal = refused === content ? judged.code : null

  function send(): void {
    // An empty message does nothing (spec 5).
    if (judged.code === 'MESSAGE_EMPTY' || !isReady) return
    if (isTooLong) return setPressedTooLong((times) => times + 1)
    if (judged.code) return setRefused(content)
    const kept = onSend(judged.text)
    draft.clearAfter(kept)
    kept.catch(() => toast.error(errorText('SEND_FAILED')))
  }

  return (
    <form
      data-tall={isTall || undefined}
      // On narrow screens a text of several lines takes the full width, with the buttons below.
      className="group relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-2 [grid-template-areas:'tools_field_send'_'._note_.'] max-md:data-tall:[grid-template-areas:'field_field_field'_'note_note_note'_'tools_._send']"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {/* Overlays the end of the messages, so that nothing moves when it appears. */}
      <div className="pointer-events-none absolute inset-x-0 bottom-full pb-3.5 md:pb-5.5">
        <div
          id={strippingId}
          className={cx(
            'w-fit max-w-full rounded-md',
            (refusal !== null || judged.removed.length > 0) && 'border border-border bg-surface px-2.5 py-1',
          )}
        >
          {refusal ? (
            <p role="alert" className="field-error">
              {errorText(refusal, content)}
            </p>
          ) : (
            <div className="field-hint">
              <RemovalNote removed={judged.removed} />
            </div>
          )}
        </div>
      </div>
      <div className="-ml-2 [grid-area:tools] max-md:group-data-tall:mt-2">
        <ComposerTools>{leading}</ComposerTools>
      </div>
      <div className="[grid-area:field]">
        {/* Beside the field, not around it: the text must not become part of its name. */}
        <label htmlFor={fieldId} className="sr-only">
          {texts.message}
        </label>
        <TextArea
          ref={area}
          id={fieldId}
          data-stored
          // A long name in the placeholder must not make the empty field taller.
          className="placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap aria-invalid:outline-danger"
          aria-invalid={isTooLong || refusal !== null || undefined}
          aria-describedby={isTooLong ? noteId : refusal ? strippingId : undefined}
          rows={1}
          maxRows={6}
          dir="auto"
          value={content}
          placeholder={texts.writeTo(partnerName.split(' ')[0] ?? partnerName)}
          enterKeyHint={isTouchOnly ? 'enter' : 'send'}
          onChange={(event) => {
            const text = event.currentTarget.value
            draft.write(text)
            if (!isBlank(text)) sendTyping()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || isTouchOnly || isComposing(event)) return
            event.preventDefault()
            send()
          }}
        />
      </div>
      <button
        type="submit"
        // A press still explains the problem.
        className={cx(
          'btn btn-primary size-12 p-0 [grid-area:send] max-md:group-data-tall:mt-2',
          isTooLong && 'opacity-55',
        )}
        aria-label={texts.send}
        title={texts.send}
        aria-disabled={!isReady}
      >
        <SendHorizontal size={20} aria-hidden="true" />
      </button>
      {isNearLimit && (
        <div className="mt-1.5 flex justify-between gap-3 [grid-area:note]">
          {/* Present before any press; each press announces it again. */}
          <p key={pressedTooLong} id={noteId} role={pressedTooLong > 0 ? 'alert' : undefined} className="field-error">
            {isTooLong && errorText('MESSAGE_TOO_LONG')}
          </p>
          <CharacterCount
            count={judged.length}
            max={LIMITS.messageMax}
            locale={language}
            label={texts.characters}
            className="flex-none"
          />
        </div>
      )}
    </form>
  )
}

/** Detects keys of an input method. Safari ends the composition first, and then reports only this key code. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to tell
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
