import 'react-easy-crop/react-easy-crop.css'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ZoomIn, ZoomOut } from 'lucide-react'
import { type PointerEvent, useId, useRef, useState } from 'react'
import EasyCrop, { type Area, type Point } from 'react-easy-crop'

import { IconButton } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import type { WorkingCopy } from './picture-processing.ts'
import { clampOffset, type Square, fitSquare, ZOOM_MAX } from './picture-rules.ts'
import { pictureTexts } from './picture.messages.ts'

/** Step of one press on a button: movement (CSS px) and zoom. */
const STEP = { move: 16, zoom: 0.05 } as const
/** Maximum pointer movement of a press (CSS px). A larger movement is a drag. */
const PRESS_WITHIN_PX = 6

export interface PictureCropperProps {
  copy: WorkingCopy
  onChange: (square: Square) => void
}

/**
 * Chooses a square of an image by dragging, pinching, keys or buttons. A press on a point centres the point. Touch
 * screens show no buttons.
 */
export function PictureCropper({ copy, onChange }: PictureCropperProps) {
  const texts = useTexts(pictureTexts)
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [edge, setEdge] = useState(0)
  const [area, setArea] = useState<Area | null>(null)
  const pressed = useRef<Point | null>(null)
  const zoomId = useId()

  function moveImage(x: number, y: number): void {
    setOffset((before) => clampOffset({ x: before.x + x, y: before.y + y }, copy, edge * zoom, edge))
  }

  function recordPress({ isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    pressed.current = isPrimary ? { x, y } : null
  }

  function centrePressedPoint({ currentTarget, isPrimary, clientX: x, clientY: y }: PointerEvent): void {
    const { current: from } = pressed
    pressed.current = null
    if (!from || !isPrimary || Math.hypot(x - from.x, y - from.y) > PRESS_WITHIN_PX) return
    const frame = currentTarget.getBoundingClientRect()
    moveImage(frame.left + frame.width / 2 - x, frame.top + frame.height / 2 - y)
  }

  return (
    <div className="grid gap-3">
      <div
        onPointerDownCapture={recordPress}
        onPointerUpCapture={centrePressedPoint}
        className="relative mx-auto aspect-square w-full max-w-80 overflow-clip rounded-lg bg-surface-3"
      >
        <EasyCrop
          image={copy.address}
          aspect={1}
          objectFit="cover"
          showGrid={false}
          crop={offset}
          zoom={zoom}
          maxZoom={ZOOM_MAX}
          keyboardStep={STEP.move}
          disableAutomaticStylesInjection
          classes={{ cropAreaClassName: 'focus-visible:-outline-offset-4' }}
          cropperProps={{ role: 'group', 'aria-label': texts.cropArea }}
          onCropChange={setOffset}
          onZoomChange={setZoom}
          onCropSizeChange={({ width }) => setEdge(width)}
          onCropAreaChange={(parts, pixels) => {
            setArea(parts)
            onChange(fitSquare(pixels, copy))
          }}
        />
      </div>
      <div className="mx-auto flex w-full max-w-80 items-center gap-2 text-ink-2">
        <label htmlFor={zoomId} className="sr-only">
          {texts.zoom}
        </label>
        <ZoomOut size={20} className="flex-none" />
        <input
          id={zoomId}
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={STEP.zoom}
          value={zoom}
          className="slider h-11 min-w-0 flex-1 cursor-pointer"
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
        <ZoomIn size={20} className="flex-none" />
      </div>
      <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2">
        <div className="flex items-end gap-3">
          <Preview address={copy.address} area={area} className="size-24 rounded-lg" />
          <Preview address={copy.address} area={area} className="size-11 rounded-md" />
        </div>
        <div className="flex gap-1 pointer-coarse:hidden">
          <IconButton label={texts.moveLeft} onClick={() => moveImage(-STEP.move, 0)}>
            <ArrowLeft size={20} />
          </IconButton>
          <IconButton label={texts.moveUp} onClick={() => moveImage(0, -STEP.move)}>
            <ArrowUp size={20} />
          </IconButton>
          <IconButton label={texts.moveDown} onClick={() => moveImage(0, STEP.move)}>
            <ArrowDown size={20} />
          </IconButton>
          <IconButton label={texts.moveRight} onClick={() => moveImage(STEP.move, 0)}>
            <ArrowRight size={20} />
          </IconButton>
        </div>
      </div>
    </div>
  )
}

function Preview({ address, area, className }: { address: string; area: Area | null; className: string }) {
  return (
    <span
      aria-hidden="true"
      data-preview=""
      className={cx('relative flex-none overflow-hidden bg-surface-3', className)}
    >
      {area && area.width > 0 && area.height > 0 && (
        <img
          src={address}
          alt=""
          className="absolute max-w-none object-fill!"
          style={{
            width: `${10_000 / area.width}%`,
            height: `${10_000 / area.height}%`,
            left: `${(-100 * area.x) / area.width}%`,
            top: `${(-100 * area.y) / area.height}%`,
          }}
        />
      )}
    </span>
  )
}
