/** `npm run icons`: draws the application's icons from the logo. Run it when the logo changes, and commit the files. */
import { join } from 'node:path'

import sharp from 'sharp'

const FOLDER = join(import.meta.dirname, '../web/public')

const PLUM = '#5c1a44'
const PILLAR = 'M6.5 5.5h4v17h-4z'
const PETALS = [
  { path: 'M12.5 14A8.5 8.5 0 0 1 21 5.5 8.5 8.5 0 0 1 12.5 14', fill: '#f8c839' },
  { path: 'M12.5 14a8.5 8.5 0 0 1 8.5 8.5 8.5 8.5 0 0 1-8.5-8.5', fill: '#e2703a' },
] as const

function drawLogo(isStencil: boolean): string {
  const petals = PETALS.map(({ path, fill }) => `<path d="${path}" fill="${isStencil ? '#fff' : fill}"/>`)
  return `<path d="${PILLAR}" fill="${isStencil ? '#fff' : '#f8f3ea'}"/>${petals.join('')}`
}

function drawIcon(scale: number, ground: string | null): Buffer {
  const back = ground === null ? '' : `<path d="M0 0h28v28H0z" fill="${ground}"/>`
  const place = `translate(14 14) scale(${scale}) translate(-13.75 -14)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="1024" height="1024">${back}<g transform="${place}">${drawLogo(ground === null)}</g></svg>`
  return Buffer.from(svg)
}

const ICONS = [
  { name: 'icon-192.png', size: 192, scale: 1, ground: PLUM },
  { name: 'icon-512.png', size: 512, scale: 1, ground: PLUM },
  // Systems may crop this icon outside a central circle of four fifths, so the K lies inside the circle.
  { name: 'icon-maskable-192.png', size: 192, scale: 0.86, ground: PLUM },
  { name: 'icon-maskable-512.png', size: 512, scale: 0.86, ground: PLUM },
  // Android's status bar shows only the shape of this icon.
  { name: 'badge-96.png', size: 96, scale: 1.4, ground: null },
] as const

for (const { name, size, scale, ground } of ICONS) {
  const drawn = sharp(drawIcon(scale, ground)).resize(size, size)
  await drawn.png({ compressionLevel: 9, palette: true }).toFile(join(FOLDER, name))
}

// The preview picture of a renamed site has only the tiles, without the default name.
const SITE_PICTURE = join(FOLDER, 'og-image.png')
const TILES = { left: 569, top: 0, width: 631, height: 630 }
const ROOM = 1200 - TILES.width
await sharp(await sharp(SITE_PICTURE).extract(TILES).toBuffer())
  .extend({ left: Math.ceil(ROOM / 2), right: Math.floor(ROOM / 2), background: '#69214e' })
  .png({ compressionLevel: 9, palette: true })
  .toFile(join(FOLDER, 'og-image-plain.png'))
