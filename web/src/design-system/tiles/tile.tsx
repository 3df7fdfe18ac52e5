import { cx } from '../class-names.ts'
import { createDrawing } from '../drawing.tsx'
import type { Motif } from './tile-motifs.tsx'

export type { Motif } from './tile-motifs.tsx'

const load = () => import('./tile-content.tsx')
const Drawing = createDrawing(load, import.meta.env.SSR ? await load() : null)

/** Decorative tile. A text beside the tile must carry the meaning. @param size in px */
export function Tile({ motif, size = 40, className }: { motif: Motif; size?: number; className?: string }) {
  return (
    <Drawing
      key={motif}
      content={{ motif }}
      viewBox="0 0 56 56"
      width={size}
      height={size}
      className={cx('tile', className)}
    />
  )
}
