import { ChevronLeft, ChevronRight, Download, ZoomIn, ZoomOut } from 'lucide-react'
import { type TouchEvent, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { ChatFile } from '@kundig/contract/chat/chat-file'

import { IconButton } from '../../../../design-system/button.tsx'
import { cx } from '../../../../design-system/class-names.ts'
import { Dialog } from '../../../../design-system/layers/dialog.tsx'
import { toButtonClass } from '../../../../design-system/link-styles.ts'
import { SpinnerRing } from '../../../../design-system/spinner.tsx'
import { ErrorState } from '../../../../design-system/states/error-state.tsx'
import { formatFullDateTime } from '../../../../platform/i18n/format.ts'
import { useLanguage } from '../../../../platform/i18n/language.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { shortenName } from '../shortened-name.ts'
import { fileTexts } from './file.messages.ts'
import { useZoom } from './use-zoom.ts'

/** Minimum horizontal swipe that shows the next image (CSS px). */
const SWIPE_MIN = 48
/** Maximum length of a file name in a phone's title of two lines (graphemes). */
const NAME_MAX = 56

export interface ViewedImage {
  id: string
  file: ChatFile
  sender: string
  alt: string
  at: string
}

export interface ImageViewerProps {
  images: readonly ViewedImage[]
  shownId: string
  /** Called with the id of the next image, or with null to close the viewer. */
  onShow: (id: string | null) => void
}

/** Shows a room's images on a dark background. Arrow keys and swipes change the image, or pan a zoomed image. */
export function ImageViewer({ images, shownId, onShow }: ImageViewerProps) {
  const index = images.findIndex(({ id }) => id === shownId)
  const shown = images[index]
  return shown && <ImageViewerDialog images={images} index={index} shown={shown} onShow={onShow} />
}

function ImageViewerDialog({
  images,
  index,
  shown,
  onShow,
}: {
  images: readonly ViewedImage[]
  index: number
  shown: ViewedImage
  onShow: (id: string | null) => void
}) {
  const texts = useTexts(fileTexts)
  const language = useLanguage()
  const { file, sender, at } = shown

  const { frame, image, pointer, isZoomed, size, toggle, reset } = useZoom()
  function showImage(next: number): void {
    const wanted = images[next]
    if (!wanted) return
    reset()
    onShow(wanted.id)
  }
  useArrowKeys((key) => {
    if (!isZoomed) showImage({ ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: images.length - 1 }[key])
  })
  usePreloadedImages(images[index - 1]?.file.url, images[index + 1]?.file.url)
  const swiping = useSwipe((step) => {
    if (!isZoomed) showImage(index + step)
  })

  return (
    <Dialog
      open
      className="dark m-0 h-dvh max-h-none w-full border-0 rounded-none [&_.dialog-body]:overflow-hidden [&_.dialog-body]:p-0 [&_.dialog-head]:pb-3 [&_h2]:line-clamp-2 [&_h2]:text-base [&_h2]:[overflow-wrap:anywhere]"
      title={shortenName(file.name, NAME_MAX)}
      description={texts.sentBy(sender, formatFullDateTime(at, language))}
      closeLabel={texts.close}
      onClose={() => onShow(null)}
      footer={
        <div className="flex w-full items-center justify-between gap-2">
          <div className="flex items-center gap-1">
            <IconButton
              label={texts.previous}
              aria-disabled={index === 0 || undefined}
              onClick={() => showImage(index - 1)}
            >
              <ChevronLeft size={22} />
            </IconButton>
            <p role="status" className="num min-w-16 text-center text-sm text-ink-2">
              {texts.place(index + 1, images.length)}
            </p>
            <IconButton
              label={texts.next}
              aria-disabled={index === images.length - 1 || undefined}
              onClick={() => showImage(index + 1)}
            >
              <ChevronRight size={22} />
            </IconButton>
          </div>
          <div className="flex items-center gap-1 sm:gap-2">
            <IconButton label={isZoomed ? texts.zoomOut : texts.zoomIn} onClick={() => toggle()}>
              {isZoomed ? <ZoomOut size={20} /> : <ZoomIn size={20} />}
            </IconButton>
            <a href={file.url} download={file.name} className={toButtonClass('secondary', 'md', 'max-sm:px-3')}>
              <Download size={18} />
              <span className="max-sm:sr-only">{texts.download}</span>
            </a>
          </div>
        </div>
      }
    >
      {/* The viewer handles horizontal swipes; two fingers zoom the page. Keys also zoom, like a double press. */}
      <div
        ref={frame}
        {...swiping}
        {...pointer}
        className={cx(
          'relative grid size-full bg-bg [place-items:safe_center]',
          isZoomed ? 'cursor-grab touch-manipulation overflow-auto overscroll-contain' : 'touch-pinch-zoom',
        )}
      >
        <FullImage key={file.url} file={file} alt={shown.alt} image={image} size={size} />
      </div>
    </Dialog>
  )
}

interface FullImageProps extends Pick<ReturnType<typeof useZoom>, 'image' | 'size'> {
  file: ChatFile
  alt: string
}

function FullImage({ file, alt, image, size }: FullImageProps) {
  const texts = useTexts(fileTexts)
  const [state, setState] = useState<'loading' | 'shown' | 'failed' | 'retrying'>('loading')
  const isRetrying = state === 'retrying'
  return (
    <>
      {(state === 'failed' || isRetrying) && (
        <ErrorState
          className="absolute inset-0 justify-center"
          title={texts.failed}
          retryLabel={texts.retry}
          busy={isRetrying}
          onRetry={() => setState('retrying')}
        />
      )}
      {state === 'loading' && (
        <p role="status" className="absolute inset-0 grid place-content-center text-ink-2">
          <SpinnerRing size={32} />
          <span className="sr-only">{texts.loading}</span>
        </p>
      )}
      {/* A retry mounts another element, which fetches the image again. */}
      {state !== 'failed' && (
        <img
          ref={image}
          src={file.url}
          alt={alt}
          draggable={false}
          className={cx(
            size ? 'max-w-none' : 'absolute inset-0 size-full cursor-zoom-in object-scale-down',
            isRetrying && 'invisible',
          )}
          style={size ?? undefined}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </>
  )
}

type ViewerKey = 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End'

function useArrowKeys(onKey: (key: ViewerKey) => void): void {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { key } = event
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (key !== 'ArrowLeft' && key !== 'ArrowRight' && key !== 'Home' && key !== 'End') return
    event.preventDefault()
    onKey(key)
  })
  useEffect(() => {
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [])
}

function usePreloadedImages(...addresses: (string | undefined)[]): void {
  const wanted = addresses.join(' ')
  useEffect(() => {
    for (const address of wanted.split(' ')) if (address !== '') new Image().src = address
  }, [wanted])
}

/** Recognises horizontal swipes: 1 is forward (to the left), -1 is back. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const start = useRef<{ x: number; y: number }>(null)
  return {
    onTouchStart: ({ touches }: TouchEvent) => {
      const finger = touches.item(0)
      // Ignores a second finger, which zooms the page, and one finger on a zoomed page, which pans it.
      const isFree = touches.length === 1 && (window.visualViewport?.scale ?? 1) < 1.05
      start.current = finger && isFree ? { x: finger.clientX, y: finger.clientY } : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const from = start.current
      const finger = changedTouches.item(0)
      start.current = null
      if (!from || !finger) return
      const [x, y] = [finger.clientX - from.x, finger.clientY - from.y]
      if (Math.abs(x) >= SWIPE_MIN && Math.abs(x) > 2 * Math.abs(y)) onSwipe(x < 0 ? 1 : -1)
    },
  }
}
