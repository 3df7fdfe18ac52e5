import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import type { ErrorCode } from '@kundig/contract/errors'

import { FormError } from '../../../../design-system/fields/form-error.tsx'
import { ConfirmDialog } from '../../../../design-system/layers/dialog.tsx'
import { client } from '../../../../platform/api/client.ts'
import { toFailure } from '../../../../platform/api/failure.ts'
import { getFirstName } from '../../../../platform/i18n/first-name.ts'
import { useErrorText, useTexts } from '../../../../platform/i18n/texts.ts'
import { getApplyChanged } from '../../cache/incoming.ts'
import type { FileMessage, TextMessage } from '../../cache/message.ts'
import { chatTexts } from '../../chat.messages.ts'
import { deletionTexts } from './deletion.messages.ts'

export interface DeleteDialogProps {
  message: TextMessage | FileMessage
  partnerName: string
  onClose: () => void
  /** Called when the dialog closed and the button that opened it has disappeared. */
  onFocusLost: () => void
}

/** Asks before a message is deleted. The caller unmounts the dialog once the message is deleted. */
export function DeleteDialog({ message, partnerName, onClose, onFocusLost }: DeleteDialogProps) {
  const texts = useTexts(chatTexts)
  const words = useTexts(deletionTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [failed, setFailed] = useState<ErrorCode | null>(null)
  const leave = useEffectEvent(onFocusLost)
  useEffect(
    () => () => {
      if (document.activeElement === document.body) leave()
    },
    [],
  )

  async function deleteMessage(): Promise<void> {
    setIsBusy(true)
    setFailed(null)
    const applyChanged = getApplyChanged(queryClient)
    try {
      applyChanged(await client.chat.deleteMessage({ room_id: message.room_id, seq: message.seq }))
      onClose()
    } catch (error) {
      setFailed(toFailure(error).code)
    } finally {
      setIsBusy(false)
    }
  }

  const isFile = message.kind === 'file'
  const name = getFirstName(partnerName)
  return (
    <ConfirmDialog
      open
      title={isFile ? words.file : words.message}
      body={
        <div className="grid gap-3">
          <p>{isFile ? words.fileText(name) : words.text(name)}</p>
          <FormError text={failed && errorText(failed)} />
        </div>
      }
      confirmLabel={texts.drop}
      cancelLabel={texts.cancel}
      destructive
      busy={isBusy}
      onConfirm={() => void deleteMessage()}
      onCancel={onClose}
    />
  )
}
