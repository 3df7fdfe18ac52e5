import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { ConfirmDialog } from '../../../design-system/layers/dialog.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { securityTexts } from '../security.messages.ts'
import { useLogOut } from '../use-log-out.ts'
import { devicesQuery, useEndOtherSessions } from './devices.queries.ts'

const endAllSessions = () => client.auth.endAllSessions()

export function DeviceLogOutButtons({ leave }: { leave: () => Promise<void> }) {
  const texts = useTexts(securityTexts)
  const [asking, setAsking] = useState<'others' | 'everywhere' | null>(null)
  const close = (): void => setAsking(null)
  const { data: devices } = useQuery(devicesQuery)
  const others = useEndOtherSessions({ onDone: () => toast.success(texts.othersLoggedOut), onSettled: close })
  const everywhere = useLogOut(
    useCallback(async () => {
      // Closes the dialog before the screen changes. Otherwise the page would remain inert.
      setAsking(null)
      await leave()
    }, [leave]),
    endAllSessions,
  )

  async function logOutEverywhere(): Promise<void> {
    if (await everywhere.logOut()) toast.success(texts.everywhereLoggedOut)
    else close()
  }

  return (
    <div className="mt-5 flex flex-wrap gap-3">
      {devices && devices.items.length > 1 && (
        <Button variant="secondary" onClick={() => setAsking('others')}>
          {texts.logOutOthers}
        </Button>
      )}
      <Button variant="secondary" onClick={() => setAsking('everywhere')}>
        {texts.logOutEverywhere}
      </Button>
      <ConfirmDialog
        open={asking === 'others'}
        title={texts.othersTitle}
        body={texts.othersBody}
        confirmLabel={texts.logOutOthers}
        cancelLabel={texts.cancel}
        destructive
        busy={others.isPending}
        onConfirm={() => others.mutate()}
        onCancel={close}
      />
      <ConfirmDialog
        open={asking === 'everywhere'}
        title={texts.everywhereTitle}
        body={texts.everywhereBody}
        confirmLabel={texts.logOutEverywhere}
        cancelLabel={texts.cancel}
        destructive
        busy={everywhere.busy}
        onConfirm={() => void logOutEverywhere()}
        onCancel={close}
      />
    </div>
  )
}
