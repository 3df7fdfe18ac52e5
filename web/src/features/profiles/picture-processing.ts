import { Refusal } from '@kundig/contract/errors'

import { drawFinished, drawWorkingCopy } from './picture-drawing.ts'
import { checkPictureFile, checkPictureSize, isHeic, type Size, type Square } from './picture-rules.ts'
import type { PictureResult, PictureTask } from './picture-worker.ts'

/** An image that takes longer than this is given up (ms): the worker is stopped, and the page stayed usable. */
const WORK_LIMIT_MS = 30_000

/** An image that is ready to be cropped. The address must be revoked when it is no longer shown. */
export interface WorkingCopy extends Size {
  image: Blob
  address: string
}

/**
 * Opens a chosen file for cropping: upright, and small enough to be moved about smoothly.
 * @throws Refusal when it is no image, too large, or cannot be opened in this browser
 */
export async function openPicture(file: File): Promise<WorkingCopy> {
  refuse(checkPictureFile(file))
  const image = await inAnElement(file, async (element) => {
    // Known from the file's head: nothing of it is decoded yet.
    refuse(checkPictureSize(sizeOf(element)))
    const copy = (await inWorker({ image: file, square: null })) ?? (await drawWorkingCopy(element, sizeOf(element)))
    if (!copy) throw new Refusal('IMAGE_UNREADABLE')
    return copy
  }).catch((error: unknown) => {
    throw cannotOpen(file, error)
  })
  const size = await inAnElement(image, async (element) => sizeOf(element))
  return { image, ...size, address: URL.createObjectURL(image) }
}

/**
 * Cuts the square out of a working copy: the finished picture, ready to be sent.
 * @throws Refusal IMAGE_UNREADABLE
 */
export async function cutPicture({ image }: WorkingCopy, square: Square): Promise<Blob> {
  const picture =
    (await inWorker({ image, square })) ?? (await inAnElement(image, (element) => drawFinished(element, square)))
  if (!picture) throw new Refusal('IMAGE_UNREADABLE')
  return picture
}

function refuse(code: ReturnType<typeof checkPictureFile>): void {
  if (code) throw new Refusal(code)
}

/** A browser that cannot open an image says nothing of use; whose photos those are, we know. */
function cannotOpen(file: File, error: unknown): Refusal {
  if (error instanceof Refusal && error.code !== 'IMAGE_UNREADABLE') return error
  return new Refusal(isHeic(file) ? 'IMAGE_HEIC' : 'IMAGE_UNREADABLE')
}

function sizeOf({ naturalWidth, naturalHeight }: HTMLImageElement): Size {
  return { width: naturalWidth, height: naturalHeight }
}

/**
 * Lends an element that holds the image, upright.
 * @throws Refusal IMAGE_UNREADABLE when the browser cannot read it
 */
async function inAnElement<Result>(image: Blob, work: (element: HTMLImageElement) => Promise<Result>): Promise<Result> {
  const address = URL.createObjectURL(image)
  try {
    const element = new Image()
    await new Promise((resolve, reject) => {
      element.addEventListener('load', resolve)
      element.addEventListener('error', () => reject(new Refusal('IMAGE_UNREADABLE')))
      element.src = address
    })
    return await work(element)
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Has the work done beside the page; null where that is not possible. One worker for one piece of work. */
async function inWorker(task: PictureTask): Promise<Blob | null> {
  if (typeof OffscreenCanvas === 'undefined' || typeof createImageBitmap === 'undefined') return null
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<Blob | null>((resolve, reject) => {
      // Trying the same in the page would block it: this is an answer, not a reason to fall back.
      setTimeout(() => reject(new Refusal('IMAGE_UNREADABLE')), WORK_LIMIT_MS)
      worker.addEventListener('message', ({ data }: MessageEvent<PictureResult>) => resolve(data.picture))
      worker.addEventListener('error', () => resolve(null))
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(task)
    })
  } finally {
    worker.terminate()
  }
}
