import sharp from 'sharp'

const PLUM = '#69214e'
const YELLOW = '#fbc841'
const GREEN = '#128460'
const COBALT = '#2855ad'
const RUST = '#e46b37'
const GLAZE = '#f8f3e9'
const SKY = '#a9ceea'

const GROUNDS = [SKY, YELLOW, RUST, GLAZE, GREEN, COBALT]
const CLOTHES = [COBALT, GREEN, RUST, YELLOW, PLUM, GLAZE]
const SKINS = [
  { face: '#f3cfb3', neck: '#e2b593' },
  { face: '#e2ab84', neck: '#cb9069' },
  { face: '#c4875d', neck: '#aa6f47' },
  { face: '#99623f', neck: '#814e30' },
  { face: '#6d4229', neck: '#58331e' },
]
const HAIR = ['#2c1a1d', '#5b3320', '#a8642d', '#d9a441', '#8d868b', '#b3472a']
const INK = '#2c1a1d'
const GLASSES = `<g stroke="${INK}" stroke-width="1.3"><circle cx="19.8" cy="21.8" r="3"/><circle cx="28.2" cy="21.8" r="3"/><path d="M22.8 21.5q1.2-.8 2.4 0"/></g>`

/** Hair styles as SVG paths behind and in front of the face: cap, long, knot, curls, crop, bob. */
const HAIR_SHAPES: { behind?: string; before?: string }[] = [
  { before: 'M14 21.5a10 10 0 0 1 20 0c-4-1-7.5-3-9.5-6.5-2 3.5-6 5.5-10.5 6.5' },
  {
    behind: 'M12.5 20.5a11.5 11.5 0 0 1 23 0V37h-23z',
    before: 'M14 20.5a10 10 0 0 1 20 0c-5 0-9.5-2-11.5-6-1.5 3.5-4.5 5.5-8.5 6',
  },
  { behind: 'M24 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10', before: 'M14 20.5a10 10 0 0 1 20 0c-6-4.5-14-4.5-20 0' },
  {
    behind:
      'M24 6.5a5.5 5.5 0 0 1 6 2 5.5 5.5 0 0 1 5.5 5.5 5.5 5.5 0 0 1 1.5 7.5 5 5 0 0 1-4 7.5H15a5 5 0 0 1-4-7.5 5.5 5.5 0 0 1 1.5-7.5A5.5 5.5 0 0 1 18 8.5a5.5 5.5 0 0 1 6-2',
  },
  { before: 'M14 20a10 10 0 0 1 20 0l-1.5-3q-8.5 2.5-17 0z' },
  {
    behind: 'M13 21a11 11 0 0 1 22 0v6a3 3 0 0 1-3 3H16a3 3 0 0 1-3-3z',
    before: 'M14 21a10 10 0 0 1 20 0h-6.5a9 9 0 0 1-5.5-4.5 9 9 0 0 1-4 4.5z',
  },
]

function pickChoice<Choice>(list: readonly Choice[], digit: number | undefined): Choice {
  const chosen = list[digit ?? 0]
  if (chosen === undefined) throw new Error('unknown digit in a portrait')
  return chosen
}

/** @param look six digits: background, clothes, skin, hair colour, hair shape, glasses (0 or 1) */
function drawPortrait(look: string): string {
  const [ground, cloth, skinTone, hairColour, shape, glasses] = Array.from(look, Number)
  const skin = pickChoice(SKINS, skinTone)
  const hair = pickChoice(HAIR, hairColour)
  const { behind = '', before = '' } = pickChoice(HAIR_SHAPES, shape)
  const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" fill="none">',
    path('M0 0h48v48H0z', pickChoice(GROUNDS, ground)),
    path(behind, hair),
    path('M5 49c0-10 8-15.5 19-15.5S43 39 43 49z', pickChoice(CLOTHES, cloth)),
    path('M19.5 26h9v8.5a4.5 4.5 0 0 1-9 0z', skin.neck),
    `<circle cx="24" cy="21.5" r="9.5" fill="${skin.face}"/>`,
    path(before, hair),
    glasses === 1 ? GLASSES : '',
    '</svg>',
  ].join('')
}

export async function paintPortrait(look: string, sidePx: number): Promise<Buffer> {
  return sharp(Buffer.from(drawPortrait(look)), { density: 600 })
    .resize(sidePx, sidePx)
    .webp({ quality: 90 })
    .toBuffer()
}
