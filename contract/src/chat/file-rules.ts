import type { ErrorCode } from '../errors.ts'
import { FILES } from '../limits.ts'
import { countLetters } from '../texts/sanitising.ts'
import { DOCUMENT_TYPES } from './document-kinds.ts'

/** File types in a chat (spec 5, decision 158) with their extensions. */
const EXTENSIONS = {
  'image/jpeg': ['jpg', 'jpeg'],
  'image/png': ['png'],
  'image/gif': ['gif'],
  'application/pdf': ['pdf'],
  'application/msword': ['doc'],
  [DOCUMENT_TYPES.docx]: ['docx'],
  [DOCUMENT_TYPES.xlsx]: ['xlsx'],
  [DOCUMENT_TYPES.pptx]: ['pptx'],
  [DOCUMENT_TYPES.odt]: ['odt'],
  'text/plain': ['txt'],
  'text/csv': ['csv'],
} as const satisfies Record<string, readonly string[]>

/** Maximum pixels of all frames, which determine the cost. Not in `LIMITS`, because every browser loads `LIMITS`. */
export const ANIMATIONS = {
  /** An animation with more pixels loses frames and is reduced in size. */
  wholePixelsMax: 16_000_000,
  /** An animation with more pixels keeps only its first frame. */
  movingPixelsMax: 64_000_000,
} as const

export type FileType = keyof typeof EXTENSIONS

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.keys forgets which keys there are
export const FILE_TYPES = Object.keys(EXTENSIONS) as readonly FileType[]

/** Content of a message with a file (spec 3). */
export const FILE_MESSAGE_CONTENT = 'Shared a file'

const UNNAMED = 'unnamed_file'
/** Maximum length of an extension. A longer text after the last dot belongs to the name. */
const EXTENSION_MAX = 10

/** Characters that some systems refuse in a file name (spec 5), or that hide or disguise a name. */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  /[<>:"/\\|?*\u0000-\u001F\u007F-\u009F\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF]|\p{Surrogate}/gu
/** Characters that no file name may begin with (hidden files, parent folders). */
const AT_THE_START = /^[.\s]+/u
/** Characters that no file name may end with, because Windows drops them. */
const NOT_LAST = /[.\s]/u
/** Device names of Windows, which are reserved with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\s*(?:\.|$))/iu

/** Cleans a file name for any system (spec 5): at most 200 characters, without cutting the extension. */
export function cleanFileName(name: string): string {
  const safe = stripTrailingDotsAndSpaces(name.normalize('NFC').replace(UNSAFE, '_'))
  const extension = /\.[^.\s]+$/u.exec(safe)?.[0] ?? ''
  const isExtension = extension.length > 1 && countLetters(extension) <= EXTENSION_MAX + 1
  const end = isExtension ? extension : ''
  const start = safe.slice(0, safe.length - end.length).replace(AT_THE_START, '')
  const stem = stripTrailingDotsAndSpaces(start).replace(DEVICE, '_$&')
  const room = FILES.nameMax - countLetters(end)
  return (stripTrailingDotsAndSpaces(Array.from(stem).slice(0, room).join('')) || UNNAMED) + end
}

/** Uses a loop, because a pattern anchored at the end would restart at each dot or space in the middle. */
function stripTrailingDotsAndSpaces(name: string): string {
  let length = name.length
  while (length > 0 && NOT_LAST.test(name.charAt(length - 1))) length--
  return name.slice(0, length)
}

export function readExtension(name: string): string {
  return /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Returns the declared type, or null. The extension decides when the browser declares no type. */
export function findDeclaredType({ name, type }: { name: string; type: string }): FileType | null {
  const declared = (type.split(';')[0] ?? '').trim().toLowerCase()
  const extension = readExtension(cleanFileName(name))
  return FILE_TYPES.find((one) => (declared === '' ? hasExtension(one, extension) : one === declared)) ?? null
}

/** Checks size, type and matching extension, in this order (spec 5). An empty file has no valid type. */
export function checkFile(file: { name: string; type: string; size: number }): ErrorCode | null {
  if (file.size > FILES.bytesMax) return 'FILE_TOO_LARGE'
  const type = findDeclaredType(file)
  if (type === null || file.size === 0) return 'FILE_TYPE_INVALID'
  return hasExtension(type, readExtension(cleanFileName(file.name))) ? null : 'FILE_EXTENSION_INVALID'
}

/** Checks a file before reading it. Large photos pass, because they are reduced. Audio, video and fonts are refused. */
export function checkChosenFile({ type, size }: { type: string; size: number }): ErrorCode | null {
  if (/^(?:audio|video|font)\//u.test(type)) return size > FILES.bytesMax ? 'FILE_TOO_LARGE' : 'FILE_TYPE_INVALID'
  if (size === 0) return 'FILE_TYPE_INVALID'
  if (size <= FILES.image.sourceBytesMax) return null
  return type.startsWith('image/') ? 'IMAGE_TOO_LARGE' : 'FILE_TOO_LARGE'
}

/** Extensions that are replaced when they do not match the type. Other endings are part of the name. */
const ALIASES =
  'jpg jpeg jpe jfif pjpeg pjp png apng gif webp avif heic heif bmp dib tif tiff ico jxl pdf doc dot docx dotx wps xls xlt xlsx xltx ppt pot pps pptx potx ppsx odt ott txt csv zip bin dat tmp download crdownload part'.split(
    ' ',
  )

/** Returns a name whose extension matches the actual type. An unknown extension stays, as in "Plan 1.2". */
export function correctExtension(name: string, type: FileType): string {
  const whole = stripTrailingDotsAndSpaces(name)
  const extension = readExtension(whole)
  const stem = ALIASES.includes(extension) ? whole.slice(0, -extension.length - 1) : whole
  const fits = [whole, stem].find((one) => hasExtension(type, readExtension(one)))
  return fits ?? `${stem}.${EXTENSIONS[type][0]}`
}

export function requiresAnimationReduction({
  sizeBytes,
  width,
  height,
  frames,
}: {
  sizeBytes: number
  /** Width of one frame (px). */
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
