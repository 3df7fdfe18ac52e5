import { Refusal } from '@kundig/contract/errors'

import type { Size } from './image-rules.ts'

export function readSize({ naturalWidth, naturalHeight }: HTMLImageElement): Size {
  return { width: naturalWidth, height: naturalHeight }
}

/** Upright; the size is known before decoding. @throws Refusal IMAGE_UNREADABLE when the browser cannot read it */
export async function withImageElement<Result>(
  image: Blob,
  work: (element: HTMLImageElement) => Promise<Result>,
): Promise<Result> {
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
