import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import { RetryIcon, WarningIcon } from '../icons.tsx'

export type ErrorStateProps = {
  title: string
  titleAs?: 'p' | 'h1'
  retryLabel: string
  onRetry: () => void
  busy?: boolean
  className?: string
}

export function ErrorState({
  title,
  titleAs: Title = 'p',
  retryLabel,
  onRetry,
  busy = false,
  className,
}: ErrorStateProps) {
  return (
    <div role="alert" className={cx('flex flex-col items-center gap-4 px-6 py-10 text-center', className)}>
      <span className="grid size-12 place-items-center rounded-md bg-danger-soft text-danger">
        <WarningIcon size={24} />
      </span>
      <Title className="max-w-[40ch] font-sans text-base font-semibold tracking-normal text-balance text-ink">
        {title}
      </Title>
      <Button variant="secondary" size="sm" busy={busy} onClick={onRetry}>
        <RetryIcon size={16} />
        <span>{retryLabel}</span>
      </Button>
    </div>
  )
}
