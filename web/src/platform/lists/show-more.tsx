import { Button, type ButtonProps } from '../../design-system/button.tsx'
import { cx } from '../../design-system/class-names.ts'
import { useTexts } from '../i18n/texts.ts'
import { growingListTexts } from './growing-list.messages.ts'
import type { MorePages } from './use-more-pages.ts'

export interface ShowMoreButtonProps {
  more: MorePages
  failed: string
  retryLabel: string
  size?: ButtonProps['size']
  className?: string
}

export function ShowMoreButton({ more, failed, retryLabel, size = 'md', className }: ShowMoreButtonProps) {
  const texts = useTexts(growingListTexts)
  return (
    <div className={cx('flex flex-wrap items-center gap-x-3 gap-y-2', className)}>
      {more.failed && (
        <p role="alert" className="text-sm font-semibold text-danger">
          {failed}
        </p>
      )}
      <Button variant="secondary" size={size} busy={more.busy} onClick={more.showMore}>
        {more.failed ? retryLabel : texts.more}
      </Button>
    </div>
  )
}
