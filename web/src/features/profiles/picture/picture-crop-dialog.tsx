import { useState } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { isBlurred, type Square } from './picture-rules.ts'
import type { Cropping } from './picture-state.ts'
import { pictureTexts } from './picture.messages.ts'

export interface PictureCropDialogProps {
  cropping: Cropping
  onCrop: (square: Square) => Promise<void>
  onClose: () => void
}

export function PictureCropDialog({ cropping: { copy, Cropper }, onCrop, onClose }: PictureCropDialogProps) {
  const texts = useTexts(pictureTexts)
  const [square, setSquare] = useState<Square | null>(null)
  const [busy, setBusy] = useState(false)

  function confirmCrop(): void {
    if (!square) return
    setBusy(true)
    void onCrop(square)
  }

  return (
    <Dialog
      open
      // The dialog fades in at its final size, because the cropper measures itself during the animation.
      className="sm:[animation-name:fade-in]"
      title={texts.cropTitle}
      description={texts.cropText}
      closeLabel={texts.close}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button busy={busy} aria-disabled={square === null || undefined} onClick={confirmCrop}>
            {texts.use}
          </Button>
        </>
      }
    >
      <Cropper copy={copy} onChange={setSquare} />
      {/* The person may still choose a blurred crop. */}
      <p role="status" className="mx-auto max-w-80 text-center text-sm text-balance text-pending">
        {square && isBlurred(square) && <span className="mt-3 block">{texts.blurred}</span>}
      </p>
    </Dialog>
  )
}
