import type { ErrorCode } from '../errors.ts'
import { FILES } from '../limits.ts'
import { lengthOf } from '../texts/sanitising.ts'

/** The types of files in a chat (spec 5), each with the extensions that go with it. */
const EXTENSIONS = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'text/plain': ['txt'],
} as const satisfies Record<string, readonly string[]>

/**
 * Animations, by their pixels over all frames: what they cost to decode and to encode. Not among the limits, which every
 * visitor's browser gets.
 */
export const ANIMATIONS = {
  /** Beyond that one is thinned and made smaller. */
  wholePixelsMax: 16_000_000,
  /** Beyond that only the first frame is kept. */
  movingPixelsMax: 64_000_000,
} as const

export type FileType = keyof typeof EXTENSIONS
/** What is kept: a text file may be chosen, but the service takes none (spec 5). */
export type StoredFileType = Exclude<FileType, 'text/plain'>

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys there are
export const CHOOSABLE_TYPES = Object.keys(EXTENSIONS) as readonly FileType[]
export const STORABLE_TYPES: readonly StoredFileType[] = CHOOSABLE_TYPES.filter((type) => type !== 'text/plain')

/** What a message with a file says (spec 3). */
export const FILE_MESSAGE_CONTENT = 'Shared a file'

const UNNAMED = 'unnamed_file'
/** What is longer is no extension but a part of the name. */
const EXTENSION_MAX = 10

/** What some system does not take in a name (spec 5), and what makes a name look like another one or vanish. */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[<>:"/\\|?*\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]|\p{Surrogate}/gu
/** What a name does not begin with (hidden files, ways up). */
const AT_THE_START = /^[.\s]+/u
/** What it does not end with (Windows drops it). */
const NOT_LAST = /[.\s]/u
/** Names of devices on Windows, whatever their extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/iu

/**
 * A file's name made fit to be saved under on any system (spec 5): what is unsafe becomes an underscore, and it
 * has at most 200 characters, of which the extension is never cut.
 */
export function cleanFileName(name: string): string {
  const safe = withoutEnd(name.normalize('NFC').replace(UNSAFE, '_'))
  const extension = /\.[^.\s]+$/u.exec(safe)?.[0] ?? ''
  const isExtension = extension.length > 1 && lengthOf(extension) <= EXTENSION_MAX + 1
  const end = isExtension ? extension : ''
  const start = safe.slice(0, safe.length - end.length).replace(AT_THE_START, '')
  const stem = withoutEnd(start).replace(DEVICE, '_$&')
  const room = FILES.nameMax - lengthOf(end)
  return (withoutEnd(Array.from(stem).slice(0, room).join('')) || UNNAMED) + end
}

/** By hand: a pattern anchored at the end tries anew from each dot or space of a row in the middle. */
function withoutEnd(name: string): string {
  let length = name.length
  while (length > 0 && NOT_LAST.test(name.charAt(length - 1))) length--
  return name.slice(0, length)
}

/** The extension of a name, in lower case and without its dot; empty when there is none. */
export function extensionOf(name: string): string {
  return /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''
}

/**
 * The type that a file is declared as. A browser whose system does not know a type declares none; then the
 * extension tells.
 * @param type MIME type, as a browser or a Content-Type header has it
 * @returns null when it is none of ours
 */
export function declaredTypeOf({ name, type }: { name: string; type: string }): FileType | null {
  const declared = (type.split(';')[0] ?? '').trim().toLowerCase()
  const extension = extensionOf(cleanFileName(name))
  return CHOOSABLE_TYPES.find((one) => (declared === '' ? hasExtension(one, extension) : one === declared)) ?? null
}

/**
 * What is wrong with a file, if anything, as far as its sender's word goes (spec 5, in this order): its size in
 * bytes, its type, whether its extension goes with that. An empty file is of no type.
 * @param types those that are taken
 */
export function checkFile(
  file: { name: string; type: string; size: number },
  types: readonly FileType[] = CHOOSABLE_TYPES,
): ErrorCode | null {
  if (file.size > FILES.bytesMax) return 'FILE_TOO_LARGE'
  const type = declaredTypeOf(file)
  if (type === null || !types.includes(type) || file.size === 0) return 'FILE_TYPE_INVALID'
  return hasExtension(type, extensionOf(cleanFileName(file.name))) ? null : 'FILE_EXTENSION_INVALID'
}

/**
 * Checks a file that was chosen in a browser, before its bytes are read: they decide what it is, and a photo may be
 * larger than what is sent, because it is made smaller first. Sound, film and fonts need not wait for that.
 */
export function checkChosenFile({ type, size }: { type: string; size: number }): ErrorCode | null {
  if (/^(?:audio|video|font)\//u.test(type)) return size > FILES.bytesMax ? 'FILE_TOO_LARGE' : 'FILE_TYPE_INVALID'
  if (size === 0) return 'FILE_TYPE_INVALID'
  if (size <= FILES.image.sourceBytesMax) return null
  return type.startsWith('image/') ? 'IMAGE_TOO_LARGE' : 'FILE_TOO_LARGE'
}

/** Other extensions of files that can be sent, and of what may turn out to be one. */
const ALIASES =
  'jpg jpeg jpe jfif pjpeg pjp png apng gif webp avif heic heif bmp dib tif tiff ico jxl pdf doc dot docx dotx wps zip bin dat tmp download crdownload part'.split(
    ' ',
  )

/**
 * A name for a file that is of another type than its name says: its extension goes with that. What only looks like an
 * extension stays, as in "Plan 1.2".
 */
export function nameForType(name: string, type: FileType): string {
  const whole = withoutEnd(name)
  const extension = extensionOf(whole)
  const stem = ALIASES.includes(extension) ? whole.slice(0, -extension.length - 1) : whole
  const fits = [whole, stem].find((one) => hasExtension(type, extensionOf(one)))
  return fits ?? `${stem}.${EXTENSIONS[type][0]}`
}

/** Whether an animation is stored smaller than it is, or may become a still picture. */
export function isAnimationReduced({
  sizeBytes,
  width,
  height,
  frames,
}: {
  sizeBytes: number
  /** Of one frame (px). */
  width: number
  height: number
  frames: number
}): boolean {
  const { image } = FILES
  return (
    sizeBytes > image.bytesMax ||
    Math.max(width, height) > image.sideMaxPx ||
    width * height * frames > ANIMATIONS.wholePixelsMax
  )
}

function hasExtension(type: FileType, extension: string): boolean {
  return EXTENSIONS[type].some((one) => one === extension)
}
