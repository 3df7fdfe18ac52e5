import { checkFile, cleanFileName, nameForType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { isPicture, recogniseFile, toType } from '../../../platform/uploads/file-kind.ts'
import { refuseKind } from './file-mismatch.ts'
import { isImage, type PreparedFile } from './prepared-file.ts'

/**
 * Prepares a file for sending. Its bytes decide what it is: it gets the type and the extension that go with them. A
 * picture becomes small enough, and of a format that can be sent; everything else stays as it is.
 * @param name cleaned
 * @param type as it is labelled
 * @throws Refusal when it cannot be read, is too large, or is a picture that cannot be opened; FileMismatch when it
 *   cannot be sent, and is something else than its label says
 */
export async function prepareFile(file: File, name: string, type: string): Promise<PreparedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    // A folder, or a file that is gone.
    throw new Refusal('FILE_SEND_FAILED')
  })
  const found = await recogniseFile(new Uint8Array(bytes))
  // Browsers may show more formats than we recognise. A drawing is a document, which may hold scripts.
  const isOtherPicture = found === null && isImage(type) && !type.startsWith('image/svg')
  const isGif = (found ?? type).endsWith('gif')
  if (bytes.byteLength > FILES.bytesMax && (isGif || !(isPicture(found) || isOtherPicture)))
    throw new Refusal('FILE_TOO_LARGE')
  if (isPicture(found) || isOtherPicture) {
    const { preparePicture } = await loadImagePreparation().catch(() => {
      throw new Refusal('NETWORK')
    })
    return preparePicture({ bytes, name, label: type, found })
  }
  if (found === 'pdf' || found === 'doc' || found === 'docx') {
    const sent = toType(found)
    return createAsIs(new Blob([bytes], { type: sent }), cleanFileName(nameForType(name, sent)))
  }
  if (found !== null || type !== 'text/plain') throw refuseKind(type, found)
  const refusal = checkFile({ name, type, size: bytes.byteLength })
  if (refusal) throw new Refusal(refusal)
  return createAsIs(new Blob([bytes], { type }), name)
}

function createAsIs(body: Blob, name: string): PreparedFile {
  return { body, name, thumbnail: null, isReduced: false }
}

/** What makes images smaller; it stays fetched. */
export const loadImagePreparation = () => import('./image-preparation.ts')
