import type { ReactNode } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { MenuButton, type MessageBubbleProps, MessageMeta, useMenuOpenHandlers } from './message-bubble.tsx'

export type MessageFrameProps = Pick<
  MessageBubbleProps,
  'isOwn' | 'label' | 'isContinued' | 'at' | 'state' | 'menu' | 'isMarked' | 'seq'
> & {
  reactions: ReactNode
  children: ReactNode
}

/** Row of a message that has its own frame instead of a bubble. */
export function MessageFrame({
  isOwn,
  label,
  isContinued,
  at,
  state,
  menu,
  isMarked,
  seq,
  reactions,
  children,
}: MessageFrameProps) {
  const opening = useMenuOpenHandlers(menu, 'a, button, input, textarea, select')
  const side = isOwn ? 'items-end' : 'items-start'
  return (
    <div data-seq={seq} className={cx('group/message flex flex-col py-2', side)}>
      <p className={isContinued ? 'sr-only' : 'mb-1 px-1 text-xs text-ink-3'}>{label}</p>
      <div
        {...opening}
        className={cx(
          'flex w-full flex-col',
          side,
          // As on a bubble, a long press opens the menu instead of selecting text, except in fields.
          menu &&
            'pointer-coarse:select-none pointer-coarse:[-webkit-touch-callout:none] pointer-coarse:[&_:is(input,textarea)]:select-text',
          isMarked && 'outline-2 outline-offset-2 outline-primary',
        )}
      >
        {children}
      </div>
      {reactions}
      <div className={cx('mt-1 flex items-center gap-1', isOwn && 'flex-row-reverse')}>
        <MessageMeta at={at} state={state} className="px-1 text-ink-3" />
        {menu && (
          // The button is as high as the line, so that a menu does not make the message higher.
          <div className="-my-2.5 flex pointer-coarse:-my-3.5">
            <MenuButton {...menu} />
          </div>
        )}
      </div>
    </div>
  )
}
