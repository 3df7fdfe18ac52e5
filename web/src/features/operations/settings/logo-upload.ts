import { DEFAULT_LOGO, LOGO_LIMITS } from '@kundig/contract/site-face'

import { upload } from '../../../platform/uploads/upload.ts'
import type { SeenSettings } from './save-over.ts'

export interface SentLogo extends SeenSettings {
  /** The names of what was in a drawing and is no shape. */
  leftOut: readonly string[]
}

/** What is wrong with a file, as far as can be told before it is sent. */
export function checkLogo(file: File): 'LOGO_REQUIRED' | 'LOGO_TOO_LARGE' | null {
  const isSvg = file.type === 'image/svg+xml'
  if (!isSvg && file.type !== 'image/png') return 'LOGO_REQUIRED'
  return file.size > (isSvg ? LOGO_LIMITS.svgBytesMax : LOGO_LIMITS.pngBytesMax) ? 'LOGO_TOO_LARGE' : null
}

/**
 * Makes a file the logo, or takes the logo away.
 * @param file null takes it away
 * @param version of the settings, as they were seen
 * @throws Refusal with the server's code, or NETWORK; UploadCancelled after the signal
 */
export async function sendLogo(file: File | null, version: number, signal: AbortSignal): Promise<SentLogo> {
  const answer = await upload({
    method: file ? 'PUT' : 'DELETE',
    address: `/api/operations/settings/logo?version=${version}`,
    body: file,
    codeOf: (status) => (status === 413 ? 'LOGO_TOO_LARGE' : 'UNEXPECTED'),
    onProgress: () => undefined,
    signal,
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it, as `logo.routes.ts` says
  const { version: now, settings, left_out: leftOut = [] } = answer as SeenSettings & { left_out?: string[] }
  return { version: now, settings: { ...settings, logo: { ...DEFAULT_LOGO, ...settings.logo } }, leftOut }
}
