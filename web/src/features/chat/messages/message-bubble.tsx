import { Check, CheckCheck, CircleAlert, Clock3, Ellipsis } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { formatFullDateTime, formatTime } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { chatTexts } from '../chat.messages.ts'
import type { Unsent } from '../outbox/unsent.ts'
import type { Point } from './menu/message-menu.tsx'
import { useLongPress } from './menu/use-long-press.ts'
import { MessageText } from './message-text.tsx'
import { useRefocusOnRemoval } from './use-passed-focus.ts'

export interface MessageBubbleProps {
  isOwn: boolean
  /** "You" or the partner's name (spec 2.91): visible at a run's first message, otherwise for screen readers only. */
  label: string
  isContinued: boolean
  content: string
  /** True for a message deleted by its sender or removed by a moderator: `content` then replaces it. */
  isGone?: boolean
  isEdited?: boolean | undefined
  /** True while the message is being edited, or after a jump to it. */
  isMarked?: boolean
  /** Absent until the message is sent. */
  seq?: number
  /** Answered message. */
  quote?: ReactNode
  at: string
  state: 'sending' | 'failed' | 'sent' | 'read' | null
  /** Attached file. The text then names the file, for screen readers only. */
  file?: ReactNode
  /** Menu button of the message: only one in the list is a tab stop. `openId` is the id of the open menu. */
  menu?: MessageMenu | undefined
  children?: ReactNode
}

export interface MessageMenu {
  rowKey: string
  isTabStop: boolean
  /** True when the button shows without hover and on touch screens, because of payment actions. */
  isProminent: boolean
  openId: string | undefined
  onOpen: (rowKey: string, at: Point) => void
}

export function MessageBubble({
  isOwn,
  label,
  isContinued,
  content,
  isGone,
  isEdited,
  isMarked,
  seq,
  quote,
  at,
  state,
  file,
  menu,
  children,
}: MessageBubbleProps) {
  const opening = useMenuOpenHandlers(menu)
  const meta = isOwn && !isGone ? 'text-bubble-own-meta' : 'text-ink-3'
  return (
    <div
      data-seq={seq}
      className={cx('flex flex-col', isOwn ? 'items-end' : 'items-start', isContinued ? 'pt-1' : 'pt-3')}
    >
      <div className={cx('group/message flex w-full items-center gap-1', isOwn && 'flex-row-reverse')}>
        <div
          {...opening}
          className={cx(
            'bubble',
            // On touch screens a long press opens the menu, and would also select text.
            menu && 'pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none]',
            isGone
              ? 'border border-dashed border-border-strong text-ink-2 italic'
              : isOwn
                ? 'bubble-own'
                : 'bubble-peer',
            state === 'failed' && 'ring-1 ring-danger',
            isMarked && 'outline-2 outline-offset-2 outline-primary',
          )}
        >
          <p className={isContinued ? 'sr-only' : cx('text-xs', meta)}>{label}</p>
          {quote}
          {file ? (
            <>
              {file}
              <p className="sr-only">{content}</p>
              <div className="flex justify-end">
                <MessageMeta at={at} state={state} className={meta} />
              </div>
            </>
          ) : (
            // The direction follows the content, so that Arabic and Hebrew read correctly on a Dutch page.
            <div dir="auto" className="whitespace-pre-wrap [unicode-bidi:plaintext]">
              <MessageText text={content} />
              {/* Follows the text, whose direction may differ. */}
              <span className="float-end ms-3 mt-2">
                <MessageMeta at={at} state={isGone ? null : state} isEdited={isEdited} className={meta} />
              </span>
            </div>
          )}
        </div>
        {menu && <MenuButton {...menu} />}
      </div>
      {children}
    </div>
  )
}

/**
 * Opens the menu by right click or long press. Links and selected texts keep the browser's own menu.
 * @param except selector of elements whose long press must not open it: the click that follows acts on them
 */
export function useMenuOpenHandlers(menu: MessageMenu | undefined, except = 'a:not([download])') {
  const longPress = useLongPress((at, target) => {
    if (!isWithin(target, except)) menu?.onOpen(menu.rowKey, at)
  })
  if (!menu) return {}
  return {
    ...longPress,
    onContextMenu: (event: MouseEvent): void => {
      const { nativeEvent, target, clientX, clientY } = event
      const isTouch = nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch'
      if (isTouch ? isWithin(target, except) : isWithin(target, 'a') || getSelection()?.isCollapsed === false) return
      event.preventDefault()
      menu.onOpen(menu.rowKey, { x: clientX, y: clientY })
    },
  }
}

const isWithin = (target: EventTarget, selector: string): boolean =>
  target instanceof Element && target.closest(selector) !== null

/**
 * Button that shows on hover and focus, or always if it is prominent. On touch screens only screen readers use the
 * other buttons, because a long press opens the menu.
 */
export function MenuButton({ rowKey, isTabStop, isProminent, openId, onOpen }: MessageMenu) {
  const texts = useTexts(chatTexts)
  // A card without actions has no menu button, so the focus moves to the card when the last action disappears.
  const passed = useRefocusOnRemoval('[role=group][tabindex]')
  return (
    <button
      {...passed}
      type="button"
      data-menu-of={rowKey}
      tabIndex={isTabStop ? 0 : -1}
      aria-haspopup="menu"
      aria-expanded={openId !== undefined}
      aria-controls={openId}
      aria-keyshortcuts="ArrowUp ArrowDown"
      aria-label={texts.messageMenu}
      title={texts.messageMenu}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect()
        onOpen(rowKey, { x: left, y: bottom })
      }}
      className={cx(
        'grid size-9 flex-none place-items-center rounded-full hover:bg-surface-2 hover:text-ink print:hidden',
        isProminent
          ? 'text-ink-2 pointer-coarse:size-11'
          : 'text-ink-3 opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100 pointer-coarse:not-focus-visible:sr-only',
      )}
    >
      <Ellipsis size={18} />
    </button>
  )
}

export function MessageMeta({
  at,
  state,
  isEdited = false,
  className,
}: Pick<MessageBubbleProps, 'at' | 'state' | 'isEdited'> & { className: string }) {
  const texts = useTexts(chatTexts)
  const language = useLanguage()
  return (
    <span dir="ltr" className={cx('num flex items-center gap-1 text-xs whitespace-nowrap select-none', className)}>
      {isEdited && <span>{texts.edited}</span>}
      <time dateTime={at} title={formatFullDateTime(at, language)}>
        {formatTime(at, language)}
      </time>
      {state && <MessageStateIcon state={state} />}
    </span>
  )
}

function MessageStateIcon({ state }: { state: NonNullable<MessageBubbleProps['state']> }) {
  const texts = useTexts(chatTexts)
  const Icon = { sending: Clock3, failed: CircleAlert, sent: Check, read: CheckCheck }[state]
  const word = { sending: texts.sending, failed: texts.notSent, sent: texts.sent, read: texts.read }[state]
  return (
    <span title={word}>
      <Icon size={14} strokeWidth={2.4} />
      <span className="sr-only">{word}</span>
    </span>
  )
}

export function FailedMessageActions({
  unsent,
  onRetry,
  onDrop,
}: {
  unsent: Unsent
  onRetry: () => void
  onDrop: () => void
}) {
  const texts = useTexts(chatTexts)
  const errorText = useErrorText()
  if (unsent.failed === null) return null
  return (
    <p role="alert" className="mt-1 flex flex-wrap items-center justify-end gap-x-3 text-xs font-medium text-danger">
      <span className="text-end">{`${texts.notSent} ${errorText(unsent.failed)}`}</span>
      {/* A closed chat would refuse another try. */}
      {unsent.failed !== 'ROOM_CLOSED' && (
        <button type="button" className="text-link min-h-6" onClick={onRetry}>
          {texts.again}
        </button>
      )}
      <button type="button" className="text-link min-h-6" onClick={onDrop}>
        {texts.drop}
      </button>
    </p>
  )
}
