import { cx } from './class-names.ts'

/** The turning ring alone, for places whose text already says that work is under way. `size` in px. */
export function SpinnerRing({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 20 20"
      width={size}
      height={size}
      className={cx('spinner', className)}
      fill="none"
      aria-hidden="true"
    >
      <circle cx="10" cy="10" r="8" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
      <path d="M10 2a8 8 0 0 1 8 8" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

/** A spinner that says what is loading. `size` in px. */
function Spinner({ label, size = 20, className }: { label: string; size?: number; className?: string }) {
  return (
    <output className={cx('inline-flex text-ink-3', className)}>
      <SpinnerRing size={size} />
      <span className="sr-only">{label}</span>
    </output>
  )
}

/** A spinner in the middle of the area that it stands for: fills its parent, at least half a screen high. */
export function PageSpinner({ label, className }: { label: string; className?: string }) {
  return (
    <div className={cx('grid min-h-[50dvh] w-full flex-1 place-items-center', className)}>
      <Spinner label={label} size={36} className="spinner-late text-primary" />
    </div>
  )
}
