import { cx } from '../class-names.ts'

/** Needs a size. Mark the group with `aria-busy` and a spoken label. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}
