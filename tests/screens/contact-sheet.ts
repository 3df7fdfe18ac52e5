import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import sharp, { type OverlayOptions } from 'sharp'

import { nameOfLook, type ScreenLook, SCREENS_FOLDER } from './screen-looks.ts'

/** Where the sheets are: beside the pictures, so that those can be leafed through by themselves. */
export const SHEETS_FOLDER = join(SCREENS_FOLDER, 'sheets')

const GAP = 12
const LABEL = 22
const TILE = { wide: { width: 700, maxHeight: 700 }, narrow: { width: 341, maxHeight: 1000 } } as const
/** Two wide ones beside each other are as wide as four narrow ones. */
const SHEET_WIDTH = 2 * TILE.wide.width + 3 * GAP

interface Tile {
  look: ScreenLook
  image: Buffer
  width: number
  height: number
}

/** Puts the pictures of one screen side by side: wide ones in pairs, below them the narrow ones in a row. */
export async function makeContactSheet(name: string): Promise<void> {
  const rows = [
    await tilesOf(name, 1920, 'en'),
    await tilesOf(name, 1920, 'nl'),
    await tilesOf(name, 1280, 'en'),
    await tilesOf(name, 1280, 'nl'),
    [...(await tilesOf(name, 375, 'en')), ...(await tilesOf(name, 375, 'nl'))],
    [...(await tilesOf(name, 320, 'en')), ...(await tilesOf(name, 320, 'nl'))],
  ].filter((row) => row.length > 0)
  const layers: OverlayOptions[] = []
  let top = GAP
  for (const row of rows) {
    let left = GAP
    for (const { look, image, width } of row) {
      layers.push(
        { input: label(`${name}  ${nameOfLook(look)}`, width), left, top },
        { input: image, left, top: top + LABEL },
      )
      left += width + GAP
    }
    top += LABEL + Math.max(...row.map(({ height }) => height)) + GAP
  }
  await mkdir(SHEETS_FOLDER, { recursive: true })
  await sharp({ create: { width: SHEET_WIDTH, height: top, channels: 3, background: '#8a8a8a' } })
    .composite(layers)
    .png({ compressionLevel: 9 })
    .toFile(join(SHEETS_FOLDER, `${name}.png`))
}

async function tilesOf(name: string, width: number, language: ScreenLook['language']): Promise<Tile[]> {
  const looks = [false, true].map((dark) => ({ width, dark, language }))
  const there = looks.filter((look) => existsSync(pictureOf(name, look)))
  return Promise.all(there.map(async (look) => makeTile(name, look)))
}

async function makeTile(name: string, look: ScreenLook): Promise<Tile> {
  const { width, maxHeight } = look.width > 768 ? TILE.wide : TILE.narrow
  const { data, info } = await sharp(pictureOf(name, look)).resize({ width }).toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, maxHeight)
  // What is cut off at the bottom is in the picture itself.
  const image = await sharp(data).extract({ left: 0, top: 0, width, height }).toBuffer()
  return { look, image, width, height }
}

function pictureOf(name: string, look: ScreenLook): string {
  return join(SCREENS_FOLDER, `${name}.${nameOfLook(look)}.png`)
}

function label(text: string, width: number): Buffer {
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${LABEL}"><text y="16" font-family="sans-serif" font-size="14" fill="#fff">${text}</text></svg>`,
  )
}
