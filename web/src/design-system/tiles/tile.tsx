import { cx } from '../class-names.ts'
import { motifs, tileUnits, type Motif } from './tile-motifs.tsx'

export type { Motif } from './tile-motifs.tsx'

/** One glazed tile; decoration, so its meaning must stand in a text beside it. `size` in px. */
export function Tile({ motif, size = 40, className }: { motif: Motif; size?: number; className?: string }) {
  const { ground, art } = motifs[motif]
  return (
    <svg
      viewBox={`0 0 ${tileUnits} ${tileUnits}`}
      width={size}
      height={size}
      className={cx('tile', className)}
      fill="none"
      aria-hidden="true"
    >
      <path d={`M0 0h${tileUnits}v${tileUnits}H0z`} fill={ground} />
      {art}
    </svg>
  )
}
