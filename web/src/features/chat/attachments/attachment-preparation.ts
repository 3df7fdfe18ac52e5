import { Refusal } from '@kundig/contract/errors'

import { FileMismatch, isPicture, kindOfType, recogniseFile } from './file-kind.ts'
import { isImage, type PreparedFile } from './prepared-file.ts'

/**
 * Prepares a file for sending: an image becomes small enough, everything else stays as it is.
 * @param name cleaned
 * @param type what it is sent as
 * @throws Refusal when it cannot be read, or is an image that cannot be opened; FileMismatch when its bytes are
 *   something else than `type` says
 */
export async function prepareFile(file: File, name: string, type: string): Promise<PreparedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    // A folder, or a file that is gone.
    throw new Refusal('FILE_SEND_FAILED')
  })
  const body = new Blob([bytes], { type })
  const claimed = kindOfType(type)
  const found = recogniseFile(new Uint8Array(bytes))
  if (claimed !== null && found !== claimed && !(isImage(type) && (found === null || isPicture(found))))
    throw new FileMismatch(claimed, found)
  if (!isImage(type)) return { body, name, thumbnail: null, isReduced: false }
  const { prepareImage } = await loadImagePreparation().catch(() => {
    throw new Refusal('NETWORK')
  })
  return prepareImage(body, name, found)
}

/** What makes images smaller; it stays fetched. */
export const loadImagePreparation = () => import('./image-preparation.ts')
