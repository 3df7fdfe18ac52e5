import { cx } from '../class-names.ts'

/** Placeholder of a given size. Its group needs `aria-busy` and a label for screen readers. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}
