import { type Motif, motifs, oxide, type TileArt } from './tile-motifs.tsx'

export type PatternName =
  | 'dawn'
  | 'wave'
  | 'arch'
  | 'sun'
  | 'check'
  | 'bowls'
  | 'slope'
  | 'sails'
  | 'star'
  | 'rings'
  | 'corners'
  | 'kite'

const { plum, yellow, green, cobalt, rust, glaze, sky } = oxide

const patterns: Record<PatternName, TileArt> = {
  dawn: { ground: yellow, art: <path d="M0 56A56 56 0 0 1 56 0v56z" fill={rust} /> },
  wave: { ground: glaze, art: <path d="M0 0a56 56 0 0 1 56 56H0z" fill={cobalt} /> },
  arch: { ground: green, art: <path d="M0 0h28a28 28 0 0 1 0 56H0z" fill={sky} /> },
  sun: { ground: plum, art: <circle cx="28" cy="28" r="18" fill={rust} /> },
  check: { ground: sky, art: <path d="M0 0h28v28H0zM28 28h28v28H28z" fill={plum} /> },
  bowls: { ground: rust, art: <path d="M0 0a28 28 0 0 0 56 0zM0 28a28 28 0 0 0 56 0z" fill={glaze} /> },
  slope: { ground: cobalt, art: <path d="m0 0 56 56H0z" fill={yellow} /> },
  sails: { ground: glaze, art: <path d="M0 28A28 28 0 0 1 28 0v28zM56 28a28 28 0 0 1-28 28V28z" fill={green} /> },
  star: { ground: plum, art: <path d="M28 4q0 24 24 24-24 0-24 24 0-24-24-24 24 0 24-24" fill={yellow} /> },
  rings: {
    ground: sky,
    art: (
      <>
        <path d="M0 8a48 48 0 0 1 48 48H0z" fill={cobalt} />
        <path d="M0 24a32 32 0 0 1 32 32H0z" fill={glaze} />
        <path d="M0 40a16 16 0 0 1 16 16H0z" fill={rust} />
      </>
    ),
  },
  corners: {
    ground: glaze,
    art: (
      <>
        <path
          d="M0 0h18A18 18 0 0 1 0 18zM56 0v18A18 18 0 0 1 38 0zM0 56V38a18 18 0 0 1 18 18zM56 56H38a18 18 0 0 1 18-18z"
          fill={cobalt}
        />
        <path d="m28 16 12 12-12 12-12-12z" fill={rust} />
      </>
    ),
  },
  kite: {
    ground: green,
    art: (
      <>
        <path d="m28 0 28 28-28 28z" fill={glaze} />
        <path d="m28 0-28 28 28 28z" fill={yellow} />
      </>
    ),
  },
}

function isMotif(name: Motif | PatternName): name is Motif {
  return name in motifs
}

export function getTileArt(name: Motif | PatternName): TileArt {
  return isMotif(name) ? motifs[name] : patterns[name]
}
