import { checkFile, cleanFileName, nameForType } from '@kundig/contract/chat/file-rules'
import { Refusal } from '@kundig/contract/errors'
import { FILES } from '@kundig/contract/limits'

import { isPicture, recogniseFile, toType } from '../../../platform/uploads/file-kind.ts'
import { refuseKind } from './file-mismatch.ts'
import { isImage, type PreparedFile } from './prepared-file.ts'

/**
 * Replaces a file's declared type and extension by those of its bytes; shrinks and converts pictures.
 * @throws Refusal when unreadable, too large or impossible to open; FileMismatch when unsupported and wrongly declared
 */
export async function prepareFile(file: File, name: string, type: string): Promise<PreparedFile> {
  const bytes = await file.arrayBuffer().catch(() => {
    // A folder, or a deleted file.
    throw new Refusal('FILE_SEND_FAILED')
  })
  const found = await recogniseFile(new Uint8Array(bytes))
  // Browsers may open formats unknown to us. SVG counts as a document, because it may contain scripts.
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

export const loadImagePreparation = () => import('./image-preparation.ts')
