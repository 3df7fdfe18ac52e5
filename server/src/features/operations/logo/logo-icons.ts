import sharp, { type Sharp } from 'sharp'

import type { StoredLogo } from './logo.repository.ts'

/** Background of light pages. Icons get this background because some systems otherwise choose their own. */
const GROUND = '#fbf8f2'
const FIELD = 32
/** Size of the favicon's picture, larger than any display of a favicon. */
const FAVICON_PX = 96

export interface Icon {
  content: Buffer
  type: string
}

type MakeIcon = (logo: StoredLogo) => Promise<Icon>

async function placeLogo(
  { content }: StoredLogo,
  { width, height, share, ground }: { width: number; height: number; share: number; ground: string | null },
): Promise<Sharp> {
  const box = { width: Math.round(width * share), height: Math.round(height * share) }
  const input = await sharp(content)
    .resize({ ...box, fit: 'inside' })
    .png()
    .toBuffer()
  const background = ground ?? { r: 0, g: 0, b: 0, alpha: 0 }
  return sharp({ create: { width, height, channels: 4, background } }).composite([{ input, gravity: 'centre' }])
}

const renderAlone = (logo: StoredLogo): Promise<Sharp> =>
  placeLogo(logo, { width: FAVICON_PX, height: FAVICON_PX, share: 1, ground: null })

const png =
  (width: number, height: number, share: number, ground: string | null): MakeIcon =>
  async (logo) => {
    const icon = await placeLogo(logo, { width, height, share, ground })
    return { content: await icon.png().toBuffer(), type: 'image/png' }
  }

const favicon =
  (badge: string): MakeIcon =>
  async (logo) => {
    const picture = await (await renderAlone(logo)).png().toBuffer()
    const href = `data:image/png;base64,${picture.toString('base64')}`
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${FIELD} ${FIELD}"><image href="${href}" width="${FIELD}" height="${FIELD}"/>${badge}</svg>`
    return { content: Buffer.from(svg), type: 'image/svg+xml' }
  }

/** Makes a white shape on a transparent background, because Android draws only the shape. */
const shape: MakeIcon = async (logo) => {
  const { data, info } = await sharp(await (await renderAlone(logo)).png().toBuffer())
    .extractChannel('alpha')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const white = sharp({ create: { width: info.width, height: info.height, channels: 3, background: '#ffffff' } })
  const content = await white
    .joinChannel(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toBuffer()
  return { content, type: 'image/png' }
}

/** Icons of the site by address. With a logo, these icons replace the icons of the build. */
export const LOGO_ICONS: Readonly<Record<string, MakeIcon>> = {
  '/favicon.svg': favicon(''),
  '/favicon-badge.svg': favicon('<circle cx="24" cy="8" r="8" fill="#d42f2f" stroke="#fff" stroke-width="2"/>'),
  '/favicon.png': png(48, 48, 1, null),
  '/apple-touch-icon.png': png(180, 180, 0.8, GROUND),
  '/icon-192.png': png(192, 192, 1, null),
  '/icon-512.png': png(512, 512, 1, null),
  // Systems crop a maskable icon to their own shape. The logo fits in the circle that no shape crops.
  '/icon-maskable-192.png': png(192, 192, 0.56, GROUND),
  '/icon-maskable-512.png': png(512, 512, 0.56, GROUND),
  '/badge-96.png': shape,
  '/og-image.png': png(1200, 630, 0.5, GROUND),
}
