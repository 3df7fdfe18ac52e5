import { Paperclip } from 'lucide-react'
import { useRef } from 'react'

import { FILE_TYPES } from '@kundig/contract/chat/file-rules'

import { ToolButton } from '../../../design-system/tool-button.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { attachmentTexts } from './attachment.messages.ts'

/** Id of the button that gets the focus on wide screens after a chosen file was removed. */
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
      <ToolButton
        id={ATTACHMENT_BUTTON_ID}
        label={texts.add}
        icon={<Paperclip size={20} />}
        title={texts.addHint}
        aria-disabled={!isReady}
        onClick={() => {
          if (isReady) input.current?.click()
        }}
      />
      <input
        ref={input}
        type="file"
        multiple
        // Some systems know only the extensions. Without HEIC in the list, an iPhone converts photos to JPEG.
        // Pictures in other formats are converted before sending.
        accept={[...FILE_TYPES, 'image/webp', 'image/avif', '.doc,.docx,.xlsx,.pptx,.odt,.txt,.csv,.jfif'].join(',')}
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Clearing the value allows choosing the same file again.
          event.target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
