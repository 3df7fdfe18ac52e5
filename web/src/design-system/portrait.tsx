import type { JSX } from 'react'

import { oxide } from './tile-motifs.tsx'

const grounds = [oxide.sky, oxide.yellow, oxide.rust, oxide.glaze, oxide.green, oxide.cobalt]
const clothes = [oxide.cobalt, oxide.green, oxide.rust, oxide.yellow, oxide.plum, oxide.glaze]
const skins = [
  { face: '#f3cfb3', neck: '#e2b593' },
  { face: '#e2ab84', neck: '#cb9069' },
  { face: '#c4875d', neck: '#aa6f47' },
  { face: '#99623f', neck: '#814e30' },
  { face: '#6d4229', neck: '#58331e' },
]
const hairColours = ['#2c1a1d', '#5b3320', '#a8642d', '#d9a441', '#8d868b', '#b3472a']
const inkLine = '#2c1a1d'

type Hair = { behind?: JSX.Element; before?: JSX.Element }

/** Eight ways to wear one's hair: cap, long, knot, curls, crop, bob, headscarf, bald with sides. */
const hairShapes: ((fill: string, scarf: string) => Hair)[] = [
  (fill) => ({ before: <path d="M14 21.5a10 10 0 0 1 20 0c-4-1-7.5-3-9.5-6.5-2 3.5-6 5.5-10.5 6.5" fill={fill} /> }),
  (fill) => ({
    behind: <path d="M12.5 20.5a11.5 11.5 0 0 1 23 0V37h-23z" fill={fill} />,
    before: <path d="M14 20.5a10 10 0 0 1 20 0c-5 0-9.5-2-11.5-6-1.5 3.5-4.5 5.5-8.5 6" fill={fill} />,
  }),
  (fill) => ({
    behind: <circle cx="24" cy="8" r="5" fill={fill} />,
    before: <path d="M14 20.5a10 10 0 0 1 20 0c-6-4.5-14-4.5-20 0" fill={fill} />,
  }),
  (fill) => ({
    behind: (
      <path
        d="M24 6.5a5.5 5.5 0 0 1 6 2 5.5 5.5 0 0 1 5.5 5.5 5.5 5.5 0 0 1 1.5 7.5 5 5 0 0 1-4 7.5H15a5 5 0 0 1-4-7.5 5.5 5.5 0 0 1 1.5-7.5A5.5 5.5 0 0 1 18 8.5a5.5 5.5 0 0 1 6-2"
        fill={fill}
      />
    ),
    before: <path d="M14.5 19.5a9.5 9.5 0 0 1 19 0q-2.5-3.5-5-3-2 1.5-4.5 0-2.5 1.5-4.5 0-2.5-.5-5 3" fill={fill} />,
  }),
  (fill) => ({ before: <path d="M14 20a10 10 0 0 1 20 0l-1.5-3q-8.5 2.5-17 0z" fill={fill} /> }),
  (fill) => ({
    behind: <path d="M13 21a11 11 0 0 1 22 0v6a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3z" fill={fill} />,
    before: <path d="M14 21a10 10 0 0 1 20 0h-6.5a9 9 0 0 1-5.5-4.5 9 9 0 0 1-4 4.5z" fill={fill} />,
  }),
  (_, scarf) => ({
    behind: <path d="M11.5 22a12.5 12.5 0 0 1 25 0q0 8 4 14H7.5q4-6 4-14" fill={scarf} />,
    before: <path d="M14 22.5a10 10 0 0 1 20 0q-3-6.5-10-6.5t-10 6.5" fill={scarf} />,
  }),
  (fill) => ({
    behind: <path d="M13 18.5h22V25a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3z" fill={fill} />,
  }),
]

const headscarf = 6

/** Nothing, glasses, earrings, beard. */
const extras: ((hair: string) => JSX.Element | null)[] = [
  () => null,
  () => (
    <g stroke={inkLine} strokeWidth="1.3" fill="none">
      <circle cx="19.8" cy="21.8" r="3" />
      <circle cx="28.2" cy="21.8" r="3" />
      <path d="M22.8 21.5q1.2-.8 2.4 0" />
    </g>
  ),
  () => (
    <g fill={oxide.yellow}>
      <circle cx="14.2" cy="26" r="1.4" />
      <circle cx="33.8" cy="26" r="1.4" />
    </g>
  ),
  (hair) => (
    <path
      d="M14.2 21a9.8 10.4 0 0 0 19.6 0c-.8 2.9-2.3 4.3-4.6 4.3-2 0-3-1-5.2-1s-3.2 1-5.2 1c-2.3 0-3.8-1.4-4.6-4.3"
      fill={hair}
    />
  ),
]

function pick<T>(list: readonly T[], digit: number): T {
  const chosen = list[digit % list.length]
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}

/**
 * A geometric portrait from six digits: ground, clothes, skin, hair colour, hair shape, extra (0 nothing, 1 glasses,
 * 2 earrings, 3 beard; a headscarf covers the last two). Any digit is legal; clothes never melt into the ground. `size` in px.
 */
export function Portrait({ look, size = 56, className }: { look: string; size?: number; className?: string }) {
  const [ground = 0, cloth = 0, skin = 0, hair = 0, shape = 0, extra = 0] = Array.from(look, Number)
  const groundColour = pick(grounds, ground)
  const clothColour = pick(clothes, cloth) === groundColour ? pick(clothes, cloth + 1) : pick(clothes, cloth)
  const skinColour = pick(skins, skin)
  const hairColour = pick(hairColours, hair)
  const scarfColour = clothes.find((colour) => colour !== groundColour && colour !== clothColour) ?? oxide.plum
  const covered = shape % hairShapes.length === headscarf
  const { behind, before } = pick(hairShapes, shape)(hairColour, scarfColour)
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} className={className} fill="none" aria-hidden="true">
      <path d="M0 0h48v48H0z" fill={groundColour} />
      {behind}
      <path d="M5 49c0-10 8-15.5 19-15.5S43 39 43 49z" fill={clothColour} />
      <path d="M19.5 26h9v8.5a4.5 4.5 0 0 1-9 0z" fill={skinColour.neck} />
      <circle cx="24" cy="21.5" r="9.5" fill={skinColour.face} />
      {before}
      {pick(extras, covered ? extra % 2 : extra)(hairColour)}
    </svg>
  )
}
