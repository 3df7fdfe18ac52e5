import 'react-easy-crop/react-easy-crop.css'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, ZoomIn, ZoomOut } from 'lucide-react'
import { useId, useState } from 'react'
import EasyCrop, { type Point } from 'react-easy-crop'

import { IconButton } from '../../design-system/button.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import type { WorkingCopy } from './picture-processing.ts'
import { offsetWithin, type Square, squareWithin, ZOOM_MAX } from './picture-rules.ts'
import { pictureTexts } from './picture.messages.ts'

/** How far one press moves the picture (CSS px) or zooms it. */
const STEP = { move: 16, zoom: 0.05 } as const

export interface PictureCropperProps {
  copy: WorkingCopy
  /** Hears which square is chosen: at first the middle, as soon as the image is there. */
  onChange: (square: Square) => void
}

/** Chooses the square of an image: by dragging and pinching, by keys, or by buttons. */
export function PictureCropper({ copy, onChange }: PictureCropperProps) {
  const texts = useTexts(pictureTexts)
  const [offset, setOffset] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [edge, setEdge] = useState(0)
  const zoomId = useId()

  function move(x: number, y: number): void {
    setOffset((before) => offsetWithin({ x: before.x + x, y: before.y + y }, copy, edge * zoom, edge))
  }

  return (
    <div className="grid gap-3">
      <div className="relative mx-auto aspect-square w-full max-w-80 overflow-clip rounded-lg bg-surface-3">
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
          onCropAreaChange={(_percentages, area) => onChange(squareWithin(area, copy))}
        />
      </div>
      <div className="mx-auto flex w-full max-w-80 items-center gap-2 text-ink-2">
        <label htmlFor={zoomId} className="sr-only">
          {texts.zoom}
        </label>
        <ZoomOut size={20} aria-hidden="true" className="flex-none" />
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
        <ZoomIn size={20} aria-hidden="true" className="flex-none" />
      </div>
      <div className="flex justify-center gap-1">
        <IconButton label={texts.moveLeft} onClick={() => move(-STEP.move, 0)}>
          <ArrowLeft size={20} />
        </IconButton>
        <IconButton label={texts.moveUp} onClick={() => move(0, -STEP.move)}>
          <ArrowUp size={20} />
        </IconButton>
        <IconButton label={texts.moveDown} onClick={() => move(0, STEP.move)}>
          <ArrowDown size={20} />
        </IconButton>
        <IconButton label={texts.moveRight} onClick={() => move(STEP.move, 0)}>
          <ArrowRight size={20} />
        </IconButton>
      </div>
    </div>
  )
}
