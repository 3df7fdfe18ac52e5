import { RotateCw, X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'

import { FILES } from '@kundig/contract/limits'

import { Button, IconButton } from '../../../design-system/button.tsx'
import { ProgressBar } from '../../../design-system/states/progress-bar.tsx'
import { useAnnouncement } from '../../../design-system/use-announcement.tsx'
import { formatFileSize } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { type Attachment, canRetry, isAboutTheType } from './attachment-queue.ts'
import { attachmentTexts } from './attachment.messages.ts'
import { FileIcon } from './file-icon.tsx'
import { splitName } from './shortened-name.ts'
import type { RoomAttachments } from './use-attachments.ts'
import { useFailureInView } from './use-failure-in-view.ts'

export interface AttachmentTrayProps {
  attachments: RoomAttachments
  /** Ids of elements that receive the focus when the last file leaves. */
  focusIds: readonly string[]
}

export function AttachmentTray({ attachments, focusIds }: AttachmentTrayProps) {
  const texts = useTexts(attachmentTexts)
  const { files } = attachments
  const tray = useFocusAfterLoss(focusIds)
  const list = useRef<HTMLUListElement>(null)
  useFailureInView(files, list)
  const isBusy = files.some(({ state }) => state.status !== 'failed')
  const isTypeWrong = files.some(({ state }) => state.status === 'failed' && isAboutTheType(state.code))
  return (
    <>
      <SentAnnouncer files={files} />
      {files.length > 0 && (
        <section
          ref={tray}
          aria-label={texts.onTheirWay}
          className="border-t border-border bg-surface px-4 py-2 md:px-6"
        >
          <ul ref={list} className="more-to-scroll max-h-[min(40dvh,18rem)] overflow-y-auto overscroll-contain">
            {files.map((file) => (
              <Row key={file.id} file={file} attachments={attachments} />
            ))}
          </ul>
          {isTypeWrong && <p className="mt-1 text-xs text-ink-2">{texts.whatIsFine}</p>}
          {isBusy && <p className="mt-1 text-xs text-ink-3">{texts.keepOpen}</p>}
        </section>
      )}
    </>
  )
}

function Row({ file, attachments }: { file: Attachment; attachments: RoomAttachments }) {
  const texts = useTexts(attachmentTexts)
  const errorText = useErrorText()
  const language = useLanguage()
  const nameId = useId()
  const { id, name, size, thumbnail, type, state } = file
  const isStanding = state.status === 'failed' || state.status === 'asking'
  const percent = state.status === 'sending' ? Math.round(state.part * 100) : 0
  return (
    <li className="flex items-center gap-3 py-1">
      <span className="grid size-10 flex-none place-items-center overflow-clip rounded-sm bg-surface-3 text-ink-2">
        {thumbnail === null ? (
          <FileIcon type={type} size={20} />
        ) : (
          <img src={thumbnail} alt="" className="size-full object-cover" />
        )}
      </span>
      <div className="grid min-w-0 flex-1 gap-1">
        <p id={nameId} dir="auto" title={name} className="truncate text-sm font-semibold">
          <NameInLine name={name} />
        </p>
        {(state.status === 'preparing' || state.status === 'sending') && (
          <ProgressBar percent={percent} labelledBy={nameId} />
        )}
        <p className="text-xs text-ink-2">
          <span className="num">{formatFileSize(size, language)}</span>
          <span aria-hidden="true"> · </span>
          {state.status === 'failed' ? (
            <span role="alert" className="font-semibold text-danger">
              {state.mismatch
                ? texts.mismatch(state.mismatch.claimed, state.mismatch.found)
                : state.code === null
                  ? texts.cancelled
                  : errorText(state.code)}
            </span>
          ) : state.status === 'asking' ? (
            <span role="alert" className="font-semibold text-ink">
              {texts.asking}
            </span>
          ) : state.status === 'held' ? (
            <Held until={state.until} />
          ) : state.status === 'sending' ? (
            <span className="num">{percent === 100 ? texts.finishing : texts.sending(percent)}</span>
          ) : (
            <span>{texts[state.status]}</span>
          )}
        </p>
      </div>
      {state.status === 'asking' && (
        <Button variant="secondary" size="sm" aria-label={texts.agreeTo(name)} onClick={() => attachments.agree(id)}>
          {texts.agree}
        </Button>
      )}
      {state.status === 'failed' && canRetry(state.code) && (
        <Button variant="secondary" size="sm" aria-label={texts.retryOf(name)} onClick={() => attachments.retry(id)}>
          <RotateCw size={16} aria-hidden="true" />
          <span className="max-sm:sr-only">{texts.retry}</span>
        </Button>
      )}
      {/* One button for both states keeps the focus: after cancelling, a second press removes the file. */}
      <IconButton
        label={isStanding ? texts.remove(name) : texts.cancel(name)}
        onClick={() => (isStanding ? attachments.remove(id) : attachments.cancel(id))}
      >
        <X size={18} />
      </IconButton>
    </li>
  )
}

/** A file name on one line. A long one is cut in the middle: its end distinguishes versions. */
function NameInLine({ name }: { name: string }) {
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

function Held({ until }: { until: number }) {
  const texts = useTexts(attachmentTexts)
  const secondsLeft = (): number => Math.max(1, Math.ceil((until - Date.now()) / 1000))
  const [seconds, setSeconds] = useState(secondsLeft)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsLeft()), 1000)
    return () => clearInterval(timer)
  })
  return <span className="num">{texts.held(FILES.mostInWindow, seconds)}</span>
}

/** Restores focus after a file's buttons disappear: a keyboard must not start from the top of the page. */
function useFocusAfterLoss(focusIds: readonly string[]) {
  const tray = useRef<HTMLElement>(null)
  const focused = useRef<Node>(null)
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      focused.current = target instanceof Node && tray.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    if (document.activeElement !== document.body) return
    // Only one of the two buttons is displayed, unless the list of tools is open.
    for (const id of focusIds) document.getElementById(id)?.focus()
  })
  return tray
}

function SentAnnouncer({ files }: { files: readonly Attachment[] }) {
  const texts = useTexts(attachmentTexts)
  const before = useRef<readonly Attachment[]>([])
  const [announced, announce] = useAnnouncement()
  useEffect(() => {
    const here = new Set(files.map(({ id }) => id))
    const gone = before.current.filter(({ id, state }) => !here.has(id) && state.status === 'sending')
    before.current = files
    if (gone.length > 0) announce(texts.sent(gone.map(({ name }) => name).join(', ')))
  }, [files, texts, announce])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
