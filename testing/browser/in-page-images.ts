/** Functions for `page.evaluate` and component tests. They must not use variables from outside. */

export interface PhotoColours {
  width: number
  height: number
  left: string
  right?: string
}

export function drawPhoto({ width, height, left, right = left }: PhotoColours): string {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas')
  context.fillStyle = left
  context.fillRect(0, 0, width, height)
  context.fillStyle = right
  context.fillRect(width / 2, 0, width / 2, height)
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
}

export async function readImageEdges(
  element: Element,
): Promise<{ width: number; height: number; left: string; right: string }> {
  if (!(element instanceof HTMLImageElement)) throw new Error('Not an image')
  await element.decode()
  const { naturalWidth: width, naturalHeight: height } = element
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  context?.drawImage(element, 0, 0)
  const colourAt = (x: number): string => {
    const [red = 0, green = 0, blue = 0] = context?.getImageData(x, height / 2, 1, 1).data ?? []
    const strong = [...(red > 100 ? ['red'] : []), ...(green > 100 ? ['green'] : []), ...(blue > 100 ? ['blue'] : [])]
    return strong.join('+')
  }
  return { width, height, left: colourAt(2), right: colourAt(width - 3) }
}

/** Returns a JPEG like a phone's portrait photo: stored on its side, with an orientation that turns it clockwise. */
export function addRotation(jpeg: Uint8Array): Uint8Array<ArrayBuffer> {
  // An APP1 segment of 34 bytes with the Exif header; big-endian TIFF with one directory entry:
  // tag 0x0112 (orientation), type SHORT, one value: 6, a quarter turn clockwise.
  const note = 'ffe1 0022 457869660000 4d4d002a 00000008 0001 0112 0003 00000001 0006 0000 00000000'
  const bytes = Array.from(note.matchAll(/[\da-f]{2}/gu), ([byte]) => Number.parseInt(byte, 16))
  return Uint8Array.from([...jpeg.subarray(0, 2), ...bytes, ...jpeg.subarray(2)])
}
