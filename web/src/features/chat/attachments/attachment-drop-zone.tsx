import { Upload } from 'lucide-react'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { attachmentTexts } from './attachment.messages.ts'

export function AttachmentDropZone() {
  const texts = useTexts(attachmentTexts)
  return (
    <div
      className="pointer-events-none absolute inset-2 z-10 grid place-content-center justify-items-center gap-1 rounded-lg border-2 border-dashed border-focus bg-surface/95 p-4 text-center"
      role="status"
    >
      <Upload size={32} className="mb-2 text-focus" />
      <p className="font-display text-xl font-semibold">{texts.dropHere}</p>
      <p className="text-sm text-ink-2">{texts.dropHint}</p>
    </div>
  )
}
