import type { JSX } from 'react'

export const oxide = {
  plum: 'var(--t-plum)',
  yellow: 'var(--t-yellow)',
  green: 'var(--t-green)',
  cobalt: 'var(--t-cobalt)',
  rust: 'var(--t-rust)',
  glaze: 'var(--t-glaze)',
  sky: 'var(--t-sky)',
} as const

export type Motif =
  | 'code'
  | 'leaf'
  | 'shapes'
  | 'target'
  | 'bars'
  | 'temple'
  | 'factory'
  | 'speech'
  | 'house'
  | 'boat'
  | 'book'
  | 'heart'
  | 'petals'

/** Drawing of 56 by 56 units. Its edges are on whole pixels at sizes of 14, 28, 56 and 112 px. */
export type TileArt = { ground: string; art: JSX.Element }

export const tileUnits = 56

const { plum, yellow, green, cobalt, rust, glaze, sky } = oxide

export const motifs: Record<Motif, TileArt> = {
  code: {
    ground: cobalt,
    art: (
      <>
        <path d="M25 10 7 28l18 18z" fill={yellow} />
        <path d="m31 10 18 18-18 18z" fill={glaze} />
      </>
    ),
  },
  leaf: {
    ground: yellow,
    art: (
      <>
        <path d="M11 45C8 22 22 8 47 9z" fill={plum} />
        <path d="M11 45C34 48 48 34 47 9z" fill={rust} />
        <path d="M7 49 33 23" stroke={glaze} strokeWidth="3" strokeLinecap="round" />
      </>
    ),
  },
  shapes: {
    ground: plum,
    art: (
      <>
        <circle cx="17" cy="17" r="10" fill={rust} />
        <path d="M31 7h18v18H31z" fill={glaze} />
        <path d="M7 49V29l20 20z" fill={sky} />
        <path d="M30 30h20a20 20 0 0 1-20 20z" fill={yellow} />
      </>
    ),
  },
  target: {
    ground: sky,
    art: (
      <>
        <path d="M24 5h8v46h-8zM5 24h46v8H5z" fill={cobalt} />
        <circle cx="28" cy="28" r="17" fill={cobalt} />
        <circle cx="28" cy="28" r="11" fill={yellow} />
        <circle cx="28" cy="28" r="5" fill={rust} />
      </>
    ),
  },
  bars: {
    ground: rust,
    art: (
      <>
        <path d="M7 34h12v15H7z" fill={glaze} />
        <path d="M22 22h12v27H22z" fill={plum} />
        <path d="M37 7h12v42H37z" fill={yellow} />
      </>
    ),
  },
  temple: {
    ground: green,
    art: (
      <>
        <path d="M5 23 28 7l23 16z" fill={yellow} />
        <circle cx="28" cy="17.5" r="3" fill={green} />
        <path d="M10 26h8v15h-8zM24 26h8v15h-8zM38 26h8v15h-8z" fill={glaze} />
        <path d="M6 44h44v5H6z" fill={glaze} />
      </>
    ),
  },
  factory: {
    ground: yellow,
    art: (
      <>
        <path d="M7 49V26l14-10v10l14-10v10l14-10v33z" fill={plum} />
        <path d="M13 35h8v14h-8z" fill={rust} />
        <path d="M26 35h7v6h-7zM38 35h7v6h-7z" fill={glaze} />
      </>
    ),
  },
  speech: {
    ground: cobalt,
    art: (
      <>
        <path d="M8 34V21a13 13 0 1 1 13 13z" fill={glaze} />
        <path d="M48 49V36a13 13 0 1 0-13 13z" fill={rust} stroke={cobalt} strokeWidth="3" paintOrder="stroke" />
      </>
    ),
  },
  house: {
    ground: rust,
    art: (
      <>
        <path d="M12 26h32v23H12z" fill={glaze} />
        <path d="M5 28 28 7l23 21z" fill={plum} />
        <circle cx="28" cy="20" r="3.5" fill={yellow} />
        <path d="M23 49V39a5 5 0 0 1 10 0v10z" fill={plum} />
      </>
    ),
  },
  boat: {
    ground: sky,
    art: (
      <>
        <path d="M6 35h44a22 14 0 0 1-44 0" fill={cobalt} />
        <path d="M30 6a27 27 0 0 1 18 25H30z" fill={rust} />
        <path d="M26 13v18H11a24 24 0 0 1 15-18z" fill={glaze} />
      </>
    ),
  },
  book: {
    ground: plum,
    art: (
      <>
        <path d="M6 12c9 0 17 2 21 8v29c-4-6-12-8-21-8z" fill={glaze} />
        <path d="M50 12c-9 0-17 2-21 8v29c4-6 12-8 21-8z" fill={yellow} />
      </>
    ),
  },
  heart: {
    ground: yellow,
    art: (
      <>
        <path d="M28 49 9.62 30.62A13 13 0 0 1 28 12.24z" fill={rust} />
        <path d="m28 49 18.38-18.38A13 13 0 0 0 28 12.24z" fill={plum} />
      </>
    ),
  },
  petals: {
    ground: green,
    art: (
      <>
        <path d="M28 28A22 22 0 0 1 50 6a22 22 0 0 1-22 22M28 28A22 22 0 0 1 6 50a22 22 0 0 1 22-22" fill={yellow} />
        <path d="M28 28A22 22 0 0 1 6 6a22 22 0 0 1 22 22M28 28a22 22 0 0 1 22 22 22 22 0 0 1-22-22" fill={glaze} />
        <circle cx="28" cy="28" r="4" fill={rust} />
      </>
    ),
  },
}
