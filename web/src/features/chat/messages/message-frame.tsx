import type { ReactNode } from 'react'

import { cx } from '../../../design-system/class-names.ts'
import { MessageMeta, type MessageBubbleProps } from './message-bubble.tsx'

export type MessageFrameProps = Pick<MessageBubbleProps, 'isOwn' | 'label' | 'isContinued' | 'at' | 'state'> & {
  children: ReactNode
}

export function MessageFrame({ isOwn, label, isContinued, at, state, children }: MessageFrameProps) {
  return (
    <div className={cx('flex flex-col py-2', isOwn ? 'items-end' : 'items-start')}>
      <p className={isContinued ? 'sr-only' : 'mb-1 px-1 text-xs text-ink-3'}>{label}</p>
      {children}
      <MessageMeta at={at} state={state} className="mt-1 px-1 text-ink-3" />
    </div>
  )
}
