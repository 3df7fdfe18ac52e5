import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'

import { LIMITS } from '@kundig/contract/limits'
import { cleanAndCheckMessage } from '@kundig/contract/texts/message-rules'
import { isBlank } from '@kundig/contract/texts/sanitising'

import { cx } from '../../../design-system/class-names.ts'
import { TextArea } from '../../../design-system/fields/text-area.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useMediaQuery } from '../../../design-system/use-media-query.ts'
import { getFirstName } from '../../../platform/i18n/first-name.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import { LengthNote, ModeBar, ProblemNote, SendButton } from './composer-parts.tsx'
import { ComposerTools } from './composer-tools.tsx'
import { useIsMultiline } from './use-beyond-one-line.ts'
import { useDraft } from './use-draft.ts'
import { useEditDraft } from './use-edit.ts'
import type { Editing } from './use-editing.ts'
import { useFocusOnOpening } from './use-focus-on-opening.ts'
import { useSendTyping } from './use-typing.ts'

/** Id of the field, which gets the focus after files were chosen. */
export const MESSAGE_FIELD_ID = 'message-field'

export interface ComposerReply {
  /** Object that changes when a reply starts: the field then gets the focus. */
  target: object
  title: string
  words: string
  end: () => void
}

export interface ComposerProps {
  roomId: string
  partnerName: string
  /** Resolves once the message is stored. After a rejection, the text becomes the draft again. */
  onSend: (content: string) => Promise<void>
  /** Sends the chosen files, if any. @param kept resolves once the text before the files is stored, like `onSend` */
  onSendFiles: (kept?: Promise<void>) => void
  isReady: boolean
  editing: Editing
  /** Message that the next text will answer; null outside reply mode. */
  reply: ComposerReply | null
  leading?: ReactNode
}

/**
 * Message field. Unsent text stays as a draft. Enter sends, except during input by an input method, and on phones,
 * whose keyboards have no Shift+Enter. In edit mode the field contains an own message, and Enter saves.
 */
export function Composer({
  roomId,
  partnerName,
  onSend,
  onSendFiles,
  isReady,
  editing,
  reply,
  leading,
}: ComposerProps) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  const draft = useDraft(roomId)
  const sendTyping = useSendTyping(roomId)
  const area = useRef<HTMLTextAreaElement>(null)
  const edit = useEditDraft(editing, draft, area)
  const content = edit ? edit.text : draft.text
  const isTall = useIsMultiline(area, content)
  useFocusOnOpening(area)
  const isTouchOnly = useMediaQuery('(pointer: coarse) and (hover: none)')
  const [noteId, problemId, modeId] = [useId(), useId(), useId()]
  // Checks the text as it would be sent, so that counter, note and error agree.
  const judged = useMemo(() => cleanAndCheckMessage(content), [content])
  const isTooLong = judged.code === 'MESSAGE_TOO_LONG'
  const [refused, setRefused] = useState<string | null>(null)
  const [pressedTooLong, setPressedTooLong] = useState(0)
  const refusal = refused === content ? judged.code : null
  const problem = refusal ?? edit?.failed ?? null

  useFocusOnReply(area, reply?.target)
  const isMode = edit !== null || reply !== null
  function cancelEditOrReply(): void {
    if (edit) return edit.cancel()
    reply?.end()
    area.current?.focus()
  }

  function submitMessage(): void {
    if (edit ? edit.isBusy : !isReady) return
    // An empty message does nothing (spec 5).
    if (judged.code === 'MESSAGE_EMPTY') return edit ? undefined : onSendFiles()
    if (isTooLong) return setPressedTooLong((times) => times + 1)
    if (judged.code) return setRefused(content)
    if (edit) return edit.save(judged.text)
    const kept = onSend(judged.text)
    draft.clearAfter(kept)
    kept.catch(() => toast.error(errorText('SEND_FAILED')))
    onSendFiles(kept)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (isComposing(event)) return
    if (event.key === 'ArrowUp' && content === '' && !edit && !hasModifier(event)) {
      if (editing.startLast()) event.preventDefault()
    } else if (event.key === 'Enter' && !event.shiftKey && !isTouchOnly) {
      event.preventDefault()
      submitMessage()
    }
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Esc counts wherever in it the focus is
    <form
      data-tall={isTall || undefined}
      // On narrow screens a text of several lines takes the full width, and the buttons move below.
      className="group relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-end gap-x-2 [grid-template-areas:'mode_mode_mode'_'tools_field_send'_'._note_.'] max-md:data-tall:[grid-template-areas:'mode_mode_mode'_'field_field_field'_'note_note_note'_'tools_._send']"
      onSubmit={(event) => {
        event.preventDefault()
        submitMessage()
      }}
      onKeyDown={(event) => {
        if (!isMode || event.key !== 'Escape' || isComposing(event)) return
        event.stopPropagation()
        cancelEditOrReply()
      }}
    >
      <ProblemNote id={problemId} text={problem && errorText(problem, content)} removed={judged.removed} />
      {isMode && <ModeBar id={modeId} reply={edit ? null : reply} onCancel={cancelEditOrReply} />}
      <div className={cx('-ml-2 [grid-area:tools] max-md:group-data-tall:mt-2', edit && 'hidden')}>
        <ComposerTools>{leading}</ComposerTools>
      </div>
      {/* Without the tools, the field also takes the gap beside them. */}
      <div className={cx('[grid-area:field]', edit && '-ms-2 max-md:group-data-tall:ms-0')}>
        {/* A label around the field would make the field's text part of its name. */}
        <label htmlFor={MESSAGE_FIELD_ID} className="sr-only">
          {texts.message}
        </label>
        <TextArea
          ref={area}
          id={MESSAGE_FIELD_ID}
          // In edit mode, only Save stores the text.
          data-stored={!edit || undefined}
          // A long name in the placeholder must not make the empty field taller.
          className="placeholder-shown:overflow-hidden placeholder-shown:whitespace-nowrap aria-invalid:outline-danger"
          aria-invalid={isTooLong || refusal !== null || undefined}
          aria-describedby={isTooLong ? noteId : problem ? problemId : isMode ? modeId : undefined}
          rows={1}
          maxRows={6}
          dir="auto"
          value={content}
          readOnly={edit?.isBusy}
          placeholder={texts.writeTo(getFirstName(partnerName))}
          enterKeyHint={isTouchOnly ? 'enter' : edit ? 'done' : 'send'}
          onChange={(event) => {
            const text = event.currentTarget.value
            if (edit) return edit.write(text)
            draft.write(text)
            if (!isBlank(text)) sendTyping()
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <SendButton
        isSave={edit !== null}
        isBusy={edit?.isBusy ?? false}
        isReady={edit !== null || isReady}
        isTooLong={isTooLong}
      />
      {judged.length > LIMITS.messageMax * 0.9 && (
        <LengthNote
          id={noteId}
          length={judged.length}
          error={isTooLong ? errorText('MESSAGE_TOO_LONG') : ''}
          presses={pressedTooLong}
        />
      )}
    </form>
  )
}

function useFocusOnReply(area: RefObject<HTMLElement | null>, target: object | undefined): void {
  useLayoutEffect(() => {
    if (target) area.current?.focus()
  }, [area, target])
}

function hasModifier({ altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
  return altKey || ctrlKey || metaKey || shiftKey
}

/** True for keys of an input method. Safari ends the composition first, and then reports only this key code. */
function isComposing({ nativeEvent }: KeyboardEvent): boolean {
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other way to tell
  return nativeEvent.isComposing || nativeEvent.keyCode === 229
}
