import { Refusal } from '@kundig/contract/errors'

import type { Size } from './image-rules.ts'

export function readSize({ naturalWidth, naturalHeight }: HTMLImageElement): Size {
  return { width: naturalWidth, height: naturalHeight }
}

/** Runs work with an upright image element. @throws Refusal IMAGE_UNREADABLE when the browser cannot read the file */
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
