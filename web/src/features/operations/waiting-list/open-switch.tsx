import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { Checkbox } from '../../../design-system/fields/field.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { auditLogQuery } from '../operations.queries.ts'
import { settingsQuery } from '../settings/settings.queries.ts'
import { waitingTexts } from './waiting-list.messages.ts'

export function WaitingListSwitch({ mayChange }: { mayChange: boolean }) {
  const texts = useTexts(waitingTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const [wanted, setWanted] = useState<boolean | null>(null)
  const { data } = useQuery(settingsQuery)
  if (!data) return null
  const { version } = data
  const isOpen = data.settings.waiting_list.is_on
  if (!mayChange) return <p className="mb-4 text-sm text-ink-2">{isOpen ? texts.isOpen : texts.isClosed}</p>

  async function switchWaitingList(next: boolean): Promise<void> {
    setWanted(next)
    const ended = getSessionSignal(queryClient)
    try {
      const answer = await client.operations.setWaitingList({ version, is_on: next })
      if (ended.aborted) return
      queryClient.setQueryData(settingsQuery.queryKey, answer)
      toast.success(next ? texts.opened : texts.closed)
      await queryClient.invalidateQueries({ queryKey: auditLogQuery.queryKey })
    } catch (error) {
      toast.error(errorText(toFailure(error).code))
      // Refetches the settings, because another owner may have changed them.
      await queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    } finally {
      setWanted(null)
    }
  }
  return (
    <div className="mb-4">
      <Checkbox
        label={texts.openLabel}
        checked={wanted ?? isOpen}
        aria-busy={wanted !== null || undefined}
        onChange={(event) => {
          // Ignores changes during a save, because a disabled switch would lose the focus.
          if (wanted === null) void switchWaitingList(event.target.checked)
        }}
      />
    </div>
  )
}
