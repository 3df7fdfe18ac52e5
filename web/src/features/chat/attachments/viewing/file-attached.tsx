import { Download, ImageOff } from 'lucide-react'
import { useState } from 'react'

import type { ChatFile } from '@kundig/contract/chat/chat-file'
import { readExtension } from '@kundig/contract/chat/file-rules'
import { FILES } from '@kundig/contract/limits'

import { cx } from '../../../../design-system/class-names.ts'
import { formatFileSize } from '../../../../platform/i18n/format.ts'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { fitSize } from '../../../../platform/images/image-rules.ts'
import { FileIcon } from '../file-icon.tsx'
import { shortenName } from '../shortened-name.ts'
import { fileTexts } from './file.messages.ts'

/** Minimum width of an image (px): the line below the image needs this space. */
const LEAST_WIDTH_PX = 128
/** Maximum length of a file name in two lines beside its icon (graphemes). */
const NAME_MAX = 36

export function isViewable(file: ChatFile): boolean {
  return file.type.startsWith('image/')
}

export interface AttachedFileProps {
  file: ChatFile
  /** True for a square picture in a group of two columns. */
  isTile?: boolean
  alt: string
  onOpen: () => void
}

export function AttachedFile(props: AttachedFileProps) {
  return isViewable(props.file) ? <AttachedImage {...props} /> : <AttachedDocument file={props.file} />
}

function AttachedImage({ file, isTile = false, alt, onOpen }: AttachedFileProps) {
  const texts = useTexts(fileTexts)
  const [hasFailed, setHasFailed] = useState(false)
  // The image reserves its space before loading, so that the list does not jump.
  const { shownMaxPx } = FILES.thumbnail
  const { width, height } = isTile
    ? { width: shownMaxPx, height: shownMaxPx }
    : fitSize({ width: file.width ?? shownMaxPx, height: file.height ?? shownMaxPx }, shownMaxPx)
  // A tall, narrow image is cropped to the minimum width. The viewer shows the whole image.
  const isCovering = width < LEAST_WIDTH_PX && height >= LEAST_WIDTH_PX
  return (
    <button
      type="button"
      onClick={onOpen}
      style={isTile ? undefined : { minWidth: LEAST_WIDTH_PX }}
      className="my-1 grid min-h-11 w-full cursor-zoom-in place-items-center overflow-clip rounded-md bg-surface-3 text-ink-2"
    >
      <span className="sr-only">{texts.open}</span>
      {hasFailed ? (
        <span
          className="grid max-w-full place-content-center justify-items-center gap-2 p-3 text-sm"
          style={{ width, minHeight: height }}
        >
          <ImageOff size={24} />
          <span dir="auto" className="line-clamp-3">
            {file.name}
          </span>
        </span>
      ) : (
        <img
          src={file.thumbnailUrl ?? file.url}
          alt={alt}
          width={width}
          height={height}
          loading="lazy"
          decoding="async"
          className={cx(
            isCovering ? 'w-full object-cover' : 'h-auto max-w-full',
            isTile && 'aspect-square object-cover',
          )}
          style={isCovering ? { height } : undefined}
          onError={() => setHasFailed(true)}
        />
      )}
    </button>
  )
}

function AttachedDocument({ file }: { file: ChatFile }) {
  const texts = useTexts(fileTexts)
  const language = useLanguage()
  return (
    <a
      href={file.url}
      download={file.name}
      className="my-1 flex w-64 max-w-full items-center gap-3 rounded-md bg-surface p-2.5 text-ink no-underline"
    >
      <span className="grid size-10 flex-none place-items-center rounded-sm bg-primary-soft text-link">
        <FileIcon type={file.type} size={20} />
      </span>
      <span className="min-w-0 flex-1">
        <span
          translate="no"
          dir="auto"
          title={file.name}
          className="line-clamp-3 text-sm leading-5 font-semibold wrap-anywhere"
        >
          {shortenName(file.name, NAME_MAX)}
        </span>
        <span className="num block text-xs text-ink-2">
          {`${toTypeName(file, texts)} · ${formatFileSize(file.size, language)}`}
        </span>
      </span>
      <Download size={18} className="flex-none text-ink-2" />
      <span className="sr-only">{texts.download}</span>
    </a>
  )
}

function toTypeName({ type, name }: ChatFile, texts: { text: string; file: string }): string {
  if (type === 'application/pdf') return 'PDF'
  if (type === 'text/plain') return texts.text
  if (type.includes('word')) return 'Word'
  return readExtension(name).toUpperCase() || texts.file
}
