import { Paperclip } from 'lucide-react'
import { useRef } from 'react'

import { STORABLE_TYPES } from '@kundig/contract/chat/file-rules'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { attachmentTexts } from './attachment.messages.ts'

/** The button takes the focus when a file is removed together with the button that had it. */
export const ATTACHMENT_BUTTON_ID = 'add-files'

export interface AttachmentButtonProps {
  isReady: boolean
  onFiles: (files: readonly File[]) => void
}

export function AttachmentButton({ isReady, onFiles }: AttachmentButtonProps) {
  const texts = useTexts(attachmentTexts)
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <button
        id={ATTACHMENT_BUTTON_ID}
        type="button"
        className="icon-btn size-12"
        aria-label={texts.add}
        title={texts.addHint}
        aria-disabled={!isReady}
        onClick={() => {
          if (isReady) input.current?.click()
        }}
      >
        <Paperclip size={20} aria-hidden="true" />
      </button>
      <input
        ref={input}
        type="file"
        multiple
        // Names are for systems that do not know these types. HEIC is left out, or an iPhone would not turn its photos
        // into JPEG. Other pictures become one of ours.
        accept={[...STORABLE_TYPES, 'image/webp', 'image/avif', '.doc', '.docx', '.jfif'].join(',')}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file may be chosen again.
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
