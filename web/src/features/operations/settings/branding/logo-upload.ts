import { Refusal } from '@kundig/contract/errors'
import { DEFAULT_LOGO, isDrawing, LOGO_LIMITS } from '@kundig/contract/site/branding'

import { recognisePicture } from '../../../../platform/uploads/file-kind.ts'
import { uploadFile } from '../../../../platform/uploads/upload.ts'
import type { SeenSettings } from '../save-over.ts'

export interface SentLogo extends SeenSettings {
  /** Names of SVG elements that the server removed, because they are not shapes. */
  leftOut: readonly string[]
}

/** Recognises a logo's type by its bytes, because names can be wrong. @throws Refusal LOGO_REQUIRED, LOGO_TOO_LARGE */
export async function readLogo(file: File): Promise<File> {
  const { pngBytesMax, svgBytesMax } = LOGO_LIMITS
  const start = await file.slice(0, svgBytesMax).arrayBuffer()
  const isPng = recognisePicture(new Uint8Array(start)) === 'png'
  if (!isPng && !isDrawing(new TextDecoder().decode(start))) throw new Refusal('LOGO_REQUIRED')
  if (file.size > (isPng ? pngBytesMax : svgBytesMax)) throw new Refusal('LOGO_TOO_LARGE')
  return new File([file], file.name, { type: isPng ? 'image/png' : 'image/svg+xml' })
}

/** Saves the logo; null removes it. @throws Refusal with the server's code, or NETWORK; UploadCancelled on abort */
export async function sendLogo(file: File | null, version: number, signal: AbortSignal): Promise<SentLogo> {
  const answer = await uploadFile({
    method: file ? 'PUT' : 'DELETE',
    address: `/api/operations/settings/logo?version=${version}`,
    body: file,
    toErrorCode: (status) => (status === 413 ? 'LOGO_TOO_LARGE' : 'UNEXPECTED'),
    onProgress: () => undefined,
    signal,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote the answer (`logo.routes.ts`)
  const { version: now, settings, left_out: leftOut = [] } = answer as SeenSettings & { left_out?: string[] }
  return { version: now, settings: { ...settings, logo: { ...DEFAULT_LOGO, ...settings.logo } }, leftOut }
}
