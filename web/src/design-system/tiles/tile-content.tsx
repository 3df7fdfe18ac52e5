import { type Motif, motifs, tileUnits } from './tile-motifs.tsx'

export function Content({ motif }: { motif: Motif }) {
  const { ground, art } = motifs[motif]
  return (
    <>
      <path d={`M0 0h${tileUnits}v${tileUnits}H0z`} fill={ground} />
      {art}
    </>
  )
}
