import { ChevronDown, ChevronUp, RotateCw, X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'

import { FILES } from '@kundig/contract/limits'

import { Button, IconButton } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { ProgressBar } from '../../../design-system/states/progress-bar.tsx'
import { formatFileSize } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useOffline } from '../../../platform/live/use-offline.ts'
import { attachmentTexts } from './attachment.messages.ts'
import { type Attachment, canRetry, isChosen } from './attachment.ts'
import { FileIcon } from './file-icon.tsx'
import { isImage } from './prepared-file.ts'
import { splitName } from './shortened-name.ts'
import type { RoomAttachments } from './use-attachments.ts'

export interface AttachmentRowProps {
  file: Attachment
  attachments: RoomAttachments
  /** True while the room is open. In a closed room, an unsent file can only be removed. */
  isOpen: boolean
  isFirst: boolean
  isLast: boolean
  onMove: (by: -1 | 1) => void
  onRemove: (button: HTMLElement) => void
}

export function AttachmentRow({ file, attachments, isOpen, isFirst, isLast, onMove, onRemove }: AttachmentRowProps) {
  const texts = useTexts(attachmentTexts)
  const language = useLanguage()
  const nameId = useId()
  const { id, name, size, thumbnail, type, isSent, state } = file
  const { status } = state
  const isStanding = !isSent || status === 'failed'
  const canAct = isSent || isOpen
  return (
    <li className="flex items-center gap-3 py-1">
      <span
        className={cx(
          'grid flex-none place-items-center overflow-clip rounded-sm bg-surface-3 text-ink-2',
          isSent ? 'w-10' : 'w-16',
          // The preview is large enough to recognise a screenshot.
          !isSent && isImage(type) ? 'h-16' : 'h-10',
        )}
      >
        {thumbnail === null ? (
          <FileIcon type={type} size={20} />
        ) : (
          <img src={thumbnail} alt="" className={cx('size-full', isSent ? 'object-cover' : 'object-contain')} />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p id={nameId} dir="auto" title={name} className="truncate text-sm font-semibold">
          <OneLineFileName name={name} />
        </p>
        {state.status === 'sending' && <ProgressBar percent={toPercent(state.part)} labelledBy={nameId} />}
        <p className="text-xs text-ink-2">
          <span className="num">{formatFileSize(size, language)}</span>
          {status !== 'chosen' && (
            <>
              <span aria-hidden="true"> · </span>
              <AttachmentStatus state={state} />
            </>
          )}
        </p>
      </div>
      {canAct && status === 'asking' && (
        <Button variant="secondary" size="sm" aria-label={texts.agreeTo(name)} onClick={() => attachments.agree(id)}>
          {texts.agree}
        </Button>
      )}
      {canAct && state.status === 'failed' && canRetry(state.code) && (
        <Button variant="secondary" size="sm" aria-label={texts.retryOf(name)} onClick={() => attachments.retry(id)}>
          <RotateCw size={16} />
          <span className="max-sm:sr-only">{texts.retry}</span>
        </Button>
      )}
      {isOpen && isChosen(file) && !(isFirst && isLast) && (
        <div className="flex-none">
          <MoveButton label={texts.moveEarlier(name)} by={-1} isAtEnd={isFirst} onMove={onMove} />
          <MoveButton label={texts.moveLater(name)} by={1} isAtEnd={isLast} onMove={onMove} />
        </div>
      )}
      {/* One button cancels and then removes the file, so that the focus stays on it. */}
      <IconButton
        label={isStanding ? texts.remove(name) : texts.cancel(name)}
        data-removes={isStanding || undefined}
        onClick={({ currentTarget }) => {
          if (!isStanding) return attachments.cancel(id)
          onRemove(currentTarget)
          attachments.remove(id)
        }}
      >
        <X size={18} />
      </IconButton>
    </li>
  )
}

interface MoveButtonProps {
  label: string
  by: -1 | 1
  isAtEnd: boolean
  onMove: AttachmentRowProps['onMove']
}

function MoveButton({ label, by, isAtEnd, onMove }: MoveButtonProps) {
  const Icon = by < 0 ? ChevronUp : ChevronDown
  return (
    <IconButton
      label={label}
      className="h-8"
      aria-disabled={isAtEnd}
      onClick={() => {
        if (!isAtEnd) onMove(by)
      }}
    >
      <Icon size={18} />
    </IconButton>
  )
}

function AttachmentStatus({ state }: { state: Attachment['state'] }) {
  const texts = useTexts(attachmentTexts)
  const errorText = useErrorText()
  switch (state.status) {
    case 'failed':
      return (
        <span role="alert" className="font-semibold text-danger">
          {state.mismatch
            ? texts.mismatch(state.mismatch.claimed, state.mismatch.found)
            : state.code === null
              ? texts.cancelled
              : errorText(state.code)}
        </span>
      )
    case 'asking':
      return (
        <span role="alert" className="font-semibold text-ink">
          {texts.asking}
        </span>
      )
    case 'held':
      return <RateLimitWait until={state.until} />
    case 'sending': {
      const percent = toPercent(state.part)
      return <span className="num">{percent === 100 ? texts.finishing : texts.sending(percent)}</span>
    }
    case 'waiting':
      return <WaitingText />
    case 'chosen':
      return null
    default:
      return <span>{texts[state.status]}</span>
  }
}

function toPercent(part: number): number {
  return Math.round(part * 100)
}

/** File name on one line. A long name is cut in the middle, because its end distinguishes versions. */
function OneLineFileName({ name }: { name: string }) {
  const [start, end] = splitName(name)
  if (end === '') return <span>{name}</span>
  return (
    <>
      <span className="sr-only">{name}</span>
      <span aria-hidden="true" className="flex">
        <span className="truncate">{start}</span>
        <span className="flex-none whitespace-pre">{end}</span>
      </span>
    </>
  )
}

function WaitingText() {
  const texts = useTexts(attachmentTexts)
  return <span>{useOffline() ? texts.offline : texts.waiting}</span>
}

function RateLimitWait({ until }: { until: number }) {
  const texts = useTexts(attachmentTexts)
  const secondsLeft = (): number => Math.max(1, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(timer)
  })
  return <span className="num">{texts.held(FILES.mostInWindow, seconds)}</span>
}
