import { cx } from '../class-names.ts'

/** A grey stand-in for something that is loading; give it its size. Mark the group with `aria-busy` and a spoken label. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('skeleton block', className)} />
}
