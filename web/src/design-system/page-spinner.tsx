import { cx } from './class-names.ts'
import { SpinnerRing } from './spinner.tsx'

function Spinner({ label, size = 20, className }: { label: string; size?: number; className?: string }) {
  return (
    <output className={cx('inline-flex text-ink-3', className)}>
      <SpinnerRing size={size} />
      <span className="sr-only">{label}</span>
    </output>
  )
}

export function PageSpinner({ label, className }: { label: string; className?: string }) {
  return (
    <div className={cx('grid min-h-[50dvh] w-full flex-1 place-items-center', className)}>
      <Spinner label={label} size={36} className="spinner-late text-primary" />
    </div>
  )
}
