import { FILES } from '@kundig/contract/limits'

import { type Size, fitSize } from '../../../../platform/images/image-rules.ts'
import { withBitmap, handleWorkerTasks } from '../../../../platform/images/image-work.ts'
import { shrinkImage, type ShrunkImage } from './attachment-drawing.ts'

export type AttachmentTask = { shrink: Blob; size: Size; canKeepOriginal: boolean } | { hash: Blob }

handleWorkerTasks((task: AttachmentTask): Promise<string | ShrunkImage | null> =>
  'hash' in task
    ? hashFile(task.hash)
    : withBitmap(task.shrink, fitSize(task.size, FILES.image.sideMaxPx), (bitmap) =>
        shrinkImage(task.shrink, task.size, bitmap, bitmap, task.canKeepOriginal),
      ),
)

async function hashFile(file: Blob): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
