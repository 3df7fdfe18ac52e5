import type { ReactNode } from 'react'

import { cx } from '../class-names.ts'

export type EmptyStateProps = {
  art?: ReactNode
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
  headingLevel?: 2 | 3
  className?: string
}

export function EmptyState({ art, title, text, action, headingLevel = 2, className }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className={cx('flex flex-col items-center gap-4 px-6 py-10 text-center', className)}>
      {art}
      <div className="w-full max-w-[40ch] wrap-anywhere">
        <Heading className="text-xl">{title}</Heading>
        {text && <p className="mt-2 text-sm text-balance text-ink-2">{text}</p>}
      </div>
      {action}
    </div>
  )
}
