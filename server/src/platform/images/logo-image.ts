import { isUtf8 } from 'node:buffer'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

import sharp from 'sharp'

import { Refusal } from '@kundig/contract/errors'
import { isDrawing, LOGO_LIMITS } from '@kundig/contract/site/branding'

import { withBoundedImage } from './bounded-image.ts'
import type { CleanSvg } from './clean-svg.ts'
import { resizeToFit } from './image-bounds.ts'
import { detectImageFormat } from './image-format.ts'

const DRAWING_MS = 10_000
const CLEANING_MB = 128
/** Maximum size of a losslessly encoded logo (bytes). */
const LOSSLESS_MAX = 200_000

export type LogoType = 'image/png' | 'image/svg+xml'

export interface LogoImage {
  content: Buffer
  type: LogoType
  width: number
  height: number
  leftOut: readonly string[]
}

/**
 * Encodes a PNG again, or reduces an SVG to shapes, so that the sent file itself is never served. Throws LOGO_REQUIRED,
 * LOGO_TOO_LARGE, LOGO_UNREADABLE, LOGO_EMPTY, IMAGE_TOO_MANY_PIXELS.
 */
export async function makeLogo(file: Buffer): Promise<LogoImage> {
  if (file.length > LOGO_LIMITS.pngBytesMax) throw new Refusal('LOGO_TOO_LARGE')
  if (detectImageFormat(file) === 'png') return makePngLogo(file)
  const text = isUtf8(file) ? file.toString('utf8').replace(/^\uFEFF/u, '') : ''
  if (!isDrawing(text)) throw new Refusal('LOGO_REQUIRED')
  if (file.length > LOGO_LIMITS.svgBytesMax) throw new Refusal('LOGO_TOO_LARGE')
  return makeSvgLogo(text)
}

async function makePngLogo(file: Buffer): Promise<LogoImage> {
  try {
    return await withBoundedImage(file, 'png', async ({ open, found }) => {
      const image = () => resizeToFit(open('first'), LOGO_LIMITS.sideMaxPx)
      if (found.hasAlpha) requireVisiblePixels(await image().ensureAlpha().raw().toBuffer({ resolveWithObject: true }))
      const whole = await image().png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
      const { data, info } =
        whole.data.length <= LOSSLESS_MAX
          ? whole
          : await image().png({ palette: true, compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
      return { content: data, type: 'image/png', width: info.width, height: info.height, leftOut: [] }
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'IMAGE_UNREADABLE') throw new Refusal('LOGO_UNREADABLE')
    throw error
  }
}

async function makeSvgLogo(text: string): Promise<LogoImage> {
  const { svg, width, height, leftOut } = await cleanSvgOnThread(text)
  const content = Buffer.from(svg)
  let drawn
  try {
    drawn = await sharp(content)
      .timeout({ seconds: DRAWING_MS / 1000 })
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw new Refusal('LOGO_UNREADABLE')
  }
  requireVisiblePixels(drawn)
  return { content, type: 'image/svg+xml', width, height, leftOut }
}

/** Throws LOGO_EMPTY for an image whose pixels are all transparent. */
function requireVisiblePixels({ data, info: { channels } }: { data: Buffer; info: { channels: number } }): void {
  for (let place = channels - 1; place < data.length; place += channels) {
    if (data[place] !== 0) return
  }
  throw new Refusal('LOGO_EMPTY')
}

/** Cleans an SVG on a separate thread. Throws LOGO_UNREADABLE. */
async function cleanSvgOnThread(text: string): Promise<CleanSvg> {
  const worker = new Worker(new URL('clean-svg-worker.ts', import.meta.url), {
    workerData: text,
    resourceLimits: { maxOldGenerationSizeMb: CLEANING_MB },
    stdout: true,
    stderr: true,
  })
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own thread sends it
    const [cleaned] = (await once(worker, 'message', { signal: AbortSignal.timeout(DRAWING_MS) })) as [CleanSvg]
    return cleaned
  } catch {
    throw new Refusal('LOGO_UNREADABLE')
  } finally {
    await worker.terminate()
  }
}
