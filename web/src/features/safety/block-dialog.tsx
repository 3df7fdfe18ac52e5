import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { ConfirmDialog } from '../../design-system/layers/dialog.tsx'
import { toast } from '../../design-system/toasts/toast.tsx'
import { api, client } from '../../platform/api/client.ts'
import { toFailure } from '../../platform/api/failure.ts'
import { getSessionSignal } from '../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { blockTexts } from './block.messages.ts'

export interface BlockedPerson {
  id: string
  full_name: string
}

export interface BlockDialogProps {
  person: BlockedPerson | null
  isBlocked?: boolean
  onClose: () => void
  /** Called after the dialog has closed and tried to return the focus. */
  onClosed?: (() => void) | undefined
}

export function BlockDialog({ person, isBlocked = false, onClose, onClosed }: BlockDialogProps) {
  const texts = useTexts(blockTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const name = person?.full_name ?? ''

  const isAsking = person !== null
  const leave = useEffectEvent(() => onClosed?.())
  // Calls `onClosed` in an effect's cleanup, so that it is also called on unmount.
  useEffect(() => (isAsking ? () => leave() : undefined), [isAsking])

  async function changeBlock(): Promise<void> {
    if (!person) return
    setIsBusy(true)
    const ended = getSessionSignal(queryClient)
    try {
      const input = { person_id: person.id }
      await (isBlocked ? client.safety.unblock(input) : client.safety.block(input))
      if (ended.aborted) return
      toast.success(isBlocked ? texts.unblocked(name) : texts.blocked(name))
      await queryClient.invalidateQueries({ queryKey: api.safety.key() })
    } catch (error) {
      toast.error(errorText(toFailure(error, 'UNEXPECTED').code))
    } finally {
      setIsBusy(false)
      onClose()
    }
  }

  return (
    <ConfirmDialog
      open={person !== null}
      title={isBlocked ? texts.unblockTitle(name) : texts.title(name)}
      body={isBlocked ? texts.unblockBody(name) : texts.body(name)}
      confirmLabel={isBlocked ? texts.unblock : texts.block}
      cancelLabel={texts.cancel}
      destructive={!isBlocked}
      busy={isBusy}
      onConfirm={() => void changeBlock()}
      onCancel={onClose}
    />
  )
}
