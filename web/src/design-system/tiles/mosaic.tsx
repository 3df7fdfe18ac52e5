import { useId } from 'react'

import { type Motif, tileUnits } from './tile-motifs.tsx'
import { type PatternName, getTileArt } from './tile-patterns.tsx'

type Grid = readonly (readonly (Motif | PatternName)[])[]

const joint = 5
const pitch = tileUnits + joint
const cornerUnits = 3
const staggerMs = 35

/** Shows tiles one after another, or all at the same time with reduced motion. @param size of one tile, in px */
export function Mosaic({ grid, size = 88, className }: { grid: Grid; size?: number; className?: string }) {
  const clip = useId()
  const width = Math.max(...grid.map((row) => row.length)) * pitch - joint
  const height = grid.length * pitch - joint
  const scale = size / tileUnits
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width * scale}
      height={height * scale}
      className={className}
      fill="none"
      aria-hidden="true"
    >
      <clipPath id={clip}>
        <rect width={tileUnits} height={tileUnits} rx={cornerUnits} />
      </clipPath>
      {listCells(grid).map(({ key, x, y, ground, art }) => (
        <g key={key} transform={`translate(${x * pitch} ${y * pitch})`}>
          <g className="tile-in" clipPath={`url(#${clip})`} style={{ animationDelay: `${(x + y) * staggerMs}ms` }}>
            <path d={`M0 0h${tileUnits}v${tileUnits}H0z`} fill={ground} />
            {art}
          </g>
        </g>
      ))}
    </svg>
  )
}

function listCells(grid: Grid) {
  return grid.flatMap((row, y) => row.map((name, x) => ({ key: `${x} ${y}`, x, y, ...getTileArt(name) })))
}
