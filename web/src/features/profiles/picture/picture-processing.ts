import { Refusal } from '@kundig/contract/errors'

import { withImageElement, readSize } from '../../../platform/images/image-element.ts'
import { checkImageSize, type Size } from '../../../platform/images/image-rules.ts'
import { canDrawInWorkers, runInWorker } from '../../../platform/images/image-worker.ts'
import { isPicture, PICTURE_HEAD, recognisePicture, toMediaType } from '../../../platform/uploads/file-kind.ts'
import { drawFinishedPicture, drawWorkingCopy } from './picture-drawing.ts'
import { checkPictureFile, isHeic, type Square, computeWorkingSize } from './picture-rules.ts'
import type { PictureTask } from './picture-worker.ts'

/** Image for cropping. Its blob URL must be revoked when the image is no longer shown. */
export interface WorkingCopy extends Size {
  image: Blob
  address: string
}

/** Corrects the type of a file by its bytes. */
async function correctFileType(file: File): Promise<File> {
  const head = await file
    .slice(0, PICTURE_HEAD)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const found = recognisePicture(new Uint8Array(head))
  return isPicture(found) ? new File([file], file.name, { type: toMediaType(found) }) : file
}

/** Opens a file as an upright image. @throws Refusal for other files, large images, and images that cannot be read */
export async function openPicture(chosen: File): Promise<WorkingCopy> {
  const file = await correctFileType(chosen)
  throwIfRefused(checkPictureFile(file))
  const image = await withImageElement(file, async (element) => {
    // The browser knows the size from the file's header, before decoding.
    const size = readSize(element)
    throwIfRefused(checkImageSize(size))
    const task = { image: file, size: computeWorkingSize(size), square: null }
    const copy = (await drawInWorker(task)) ?? (await drawWorkingCopy(element, size))
    if (!copy) throw new Refusal('IMAGE_UNREADABLE')
    return copy
  }).catch((error: unknown) => {
    throw createFileRefusal(file, error)
  })
  const size = await withImageElement(image, async (element) => readSize(element))
  return { image, ...size, address: URL.createObjectURL(image) }
}

/** Cuts a square out of a working copy. @throws Refusal IMAGE_UNREADABLE */
export async function cutPicture({ image, width, height }: WorkingCopy, square: Square): Promise<Blob> {
  const picture =
    (await drawInWorker({ image, size: { width, height }, square })) ??
    (await withImageElement(image, (element) => drawFinishedPicture(element, square)))
  if (!picture) throw new Refusal('IMAGE_UNREADABLE')
  return picture
}

function throwIfRefused(code: ReturnType<typeof checkPictureFile>): void {
  if (code) throw new Refusal(code)
}

/** Creates the refusal for a file that did not open. Recognises HEIC photos, because browser errors do not. */
function createFileRefusal(file: File, error: unknown): Refusal {
  if (error instanceof Refusal && error.code !== 'IMAGE_UNREADABLE') return error
  return new Refusal(isHeic(file) ? 'IMAGE_HEIC' : 'IMAGE_UNREADABLE')
}

async function drawInWorker(task: PictureTask): Promise<Blob | null> {
  if (!canDrawInWorkers()) return null
  return runInWorker(() => new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' }), task)
}
