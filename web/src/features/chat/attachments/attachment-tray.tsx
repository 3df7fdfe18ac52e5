import { useEffect, useLayoutEffect, useRef } from 'react'

import { useAnnouncement } from '../../../design-system/use-announcement.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { AttachmentRow } from './attachment-row.tsx'
import { attachmentTexts } from './attachment.messages.ts'
import { type Attachment, isFileTypeError, isChosen } from './attachment.ts'
import type { RoomAttachments } from './use-attachments.ts'
import { useScrollToFailure } from './use-scroll-to-failure.ts'

export interface AttachmentTrayProps {
  attachments: RoomAttachments
  /** True while the room is open. */
  isOpen: boolean
  /** Ids of the elements that may get the focus after the last file left the tray. */
  focusIds: readonly string[]
}

/** Shows chosen files and files that are being sent. */
export function AttachmentTray({ attachments, isOpen, focusIds }: AttachmentTrayProps) {
  const texts = useTexts(attachmentTexts)
  const { files } = attachments
  const list = useRef<HTMLUListElement>(null)
  const { tray, noteRemoval } = useTrayFocus(focusIds)
  useScrollToFailure(files, list)
  const [announced, announce] = useAnnouncement()
  useAnnounceFiles(files, announce)
  const unsent = files.filter(({ isSent }) => !isSent)
  const hasChosen = isOpen && unsent.some(isChosen)
  const isAtRisk = files.some(({ isKept, state }) => isKept === false && state.status !== 'failed')
  const isTypeWrong = files.some(({ state }) => state.status === 'failed' && isFileTypeError(state.code))
  return (
    <>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {files.length > 0 && (
        <section
          ref={tray}
          aria-label={unsent.length > 0 ? texts.chosen : texts.onTheirWay}
          className="border-t border-border bg-surface px-4 py-2 md:px-6"
        >
          {/* Leaves half of a phone’s screen to the messages. */}
          <ul
            ref={list}
            className="more-to-scroll max-h-[min(40dvh,18rem)] overflow-y-auto overscroll-contain max-md:max-h-[25dvh]"
          >
            {files.map((file, index) => (
              <AttachmentRow
                key={file.id}
                file={file}
                attachments={attachments}
                isOpen={isOpen}
                isFirst={index === 0}
                isLast={index === unsent.length - 1}
                onMove={(by) => {
                  attachments.move(file.id, by)
                  announce(texts.moved(file.name, index + by + 1, unsent.length))
                }}
                onRemove={noteRemoval}
              />
            ))}
          </ul>
          {isTypeWrong && <p className="mt-1 text-xs text-ink-2">{texts.whatIsFine}</p>}
          {(hasChosen || isAtRisk) && (
            <p className="mt-1 text-xs text-ink-3">{hasChosen ? texts.sentWithMessage : texts.keepOpen}</p>
          )}
        </section>
      )}
    </>
  )
}

/** Restores focus after a file's buttons disappear. Otherwise Tab would continue at the top of the page. */
function useTrayFocus(focusIds: readonly string[]) {
  const tray = useRef<HTMLElement>(null)
  const focused = useRef<Node>(null)
  const removedAt = useRef<number>(null)
  const listRemoves = (): HTMLElement[] => [...(tray.current?.querySelectorAll<HTMLElement>('[data-removes]') ?? [])]
  useEffect(() => {
    const note = ({ target }: FocusEvent): void => {
      focused.current = target instanceof Node && tray.current?.contains(target) ? target : null
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useLayoutEffect(() => {
    const { current: at } = removedAt
    removedAt.current = null
    if (!focused.current || focused.current.isConnected) return
    focused.current = null
    const rest = at === null ? [] : listRemoves()
    const next = rest[Math.min(at ?? 0, rest.length - 1)]
    if (document.activeElement !== document.body) return
    if (next) return next.focus()
    for (const id of focusIds) if (document.activeElement === document.body) document.getElementById(id)?.focus()
  })
  return {
    tray,
    noteRemoval: (button: HTMLElement): void => {
      removedAt.current = listRemoves().indexOf(button)
    },
  }
}

function useAnnounceFiles(files: readonly Attachment[], announce: (text: string) => void): void {
  const texts = useTexts(attachmentTexts)
  const before = useRef(files)
  useEffect(() => {
    const known = new Set(before.current.map(({ id }) => id))
    const here = new Set(files.map(({ id }) => id))
    const gone = before.current.filter(({ id, state }) => !here.has(id) && state.status === 'sending')
    const chosen = files.filter(isChosen)
    before.current = files
    if (gone.length > 0) announce(texts.sent(gone.map(({ name }) => name).join(', ')))
    if (chosen.some(({ id }) => !known.has(id))) announce(texts.chosenCount(chosen.length))
  }, [files, texts, announce])
}
