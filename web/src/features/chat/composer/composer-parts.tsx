import { Check, Pencil, Reply, SendHorizontal } from 'lucide-react'

import { LIMITS } from '@kundig/contract/limits'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { CharacterCount } from '../../../design-system/fields/character-count.tsx'
import { SpinnerRing } from '../../../design-system/spinner.tsx'
import { RemovalNote } from '../../../platform/forms/removal-note.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'

export interface ProblemNoteProps {
  id: string
  text: string | null
  /** Names the characters that will not be stored. Shown only when the text has no problem. */
  removed: readonly string[]
}

/** Note that covers the end of the messages, so that they do not move when it appears. */
export function ProblemNote({ id, text, removed }: ProblemNoteProps) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-full pb-3.5 md:pb-5.5">
      <div
        id={id}
        className={cx(
          'w-fit max-w-full rounded-md',
          (text !== null || removed.length > 0) && 'border border-border bg-surface px-2.5 py-1',
        )}
      >
        {text === null ? (
          <div className="field-hint">
            <RemovalNote removed={removed} />
          </div>
        ) : (
          <p role="alert" className="field-error">
            {text}
          </p>
        )}
      </div>
    </div>
  )
}

export interface ModeBarProps {
  id: string
  /** Message to answer; null in edit mode. */
  reply: { title: string; words: string } | null
  onCancel: () => void
}

/** Shows edit mode or reply mode above the field. */
export function ModeBar({ id, reply, onCancel }: ModeBarProps) {
  const texts = useTexts(chatTexts)
  const Icon = reply ? Reply : Pencil
  return (
    <div className="flex items-center gap-2 text-sm text-ink-2 [grid-area:mode]">
      <Icon size={16} className="flex-none" />
      <div id={id} className="min-w-0 flex-1">
        <p className="truncate font-medium">{reply ? reply.title : texts.editing}</p>
        {reply && (
          <p className="truncate">
            <bdi>{reply.words}</bdi>
          </p>
        )}
      </div>
      <Button variant="ghost" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  )
}

export interface SendButtonProps {
  isSave: boolean
  isBusy: boolean
  isReady: boolean
  isTooLong: boolean
}

export function SendButton({ isSave, isBusy, isReady, isTooLong }: SendButtonProps) {
  const texts = useTexts(chatTexts)
  const label = isSave ? texts.save : texts.send
  const Icon = isSave ? Check : SendHorizontal
  return (
    <button
      type="submit"
      // A press on the disabled-looking button still explains the problem.
      className={cx(
        'btn btn-primary size-12 p-0 [grid-area:send] max-md:group-data-tall:mt-2',
        isTooLong && 'opacity-55',
      )}
      aria-label={label}
      title={label}
      aria-busy={isBusy || undefined}
      aria-disabled={!isReady || isBusy}
    >
      {isBusy ? <SpinnerRing size={20} /> : <Icon size={20} />}
    </button>
  )
}

export interface LengthNoteProps {
  id: string
  length: number
  /** Error text; empty while the message is short enough. */
  error: string
  presses: number
}

export function LengthNote({ id, length, error, presses }: LengthNoteProps) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  return (
    <div className="mt-1.5 flex justify-between gap-3 [grid-area:note]">
      {/* The live region exists before the first press, and each press announces the note again. */}
      <p key={presses} id={id} role={presses > 0 ? 'alert' : undefined} className="field-error">
        {error}
      </p>
      <CharacterCount
        count={length}
        max={LIMITS.messageMax}
        locale={language}
        label={texts.characters}
        className="flex-none"
      />
    </div>
  )
}
