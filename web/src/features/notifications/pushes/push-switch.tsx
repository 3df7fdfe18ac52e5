import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellRing } from 'lucide-react'
import { type ReactNode, useId, useReducer } from 'react'

import { Button } from '../../../design-system/button.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { toFailure } from '../../../platform/api/failure.ts'
import { useHydrated } from '../../../platform/hydrated.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { subscribeToPushes, isReceivingPushes, unsubscribeFromPushes } from './push-subscription.ts'
import { toPushSupport, readBrowserAbilities } from './push-support.ts'
import { pushTexts } from './push.messages.ts'

export interface PushSwitchProps {
  userId: string
  /** VAPID key of the site; null when the site sends no pushes. */
  pushKey: string | null
}

/** Switch for pushes on this device. The browser asks for permission only after a tap on it. */
export function PushSwitch({ userId, pushKey }: PushSwitchProps) {
  const texts = useTexts(pushTexts)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      {pushKey === null ? (
        <p className="mt-1 text-sm text-ink-2">{texts.unavailable}</p>
      ) : (
        <DevicePushSettings userId={userId} pushKey={pushKey} />
      )}
    </section>
  )
}

function DevicePushSettings({ userId, pushKey }: { userId: string; pushKey: string }): ReactNode {
  const texts = useTexts(pushTexts)
  const [, lookAgain] = useReducer((times: number) => times + 1, 0)
  // Renders nothing on the server, where the browser's abilities are unknown.
  if (!useHydrated()) return null
  switch (toPushSupport(readBrowserAbilities())) {
    case 'unsupported':
      return <p className="mt-1 text-sm text-ink-2">{texts.unsupported}</p>
    case 'install':
      return (
        <Notice tone="info" title={texts.install} className="mt-4">
          {texts.installText}
        </Notice>
      )
    case 'denied':
      return (
        <Notice tone="pending" title={texts.denied} className="mt-4">
          {texts.deniedText}
        </Notice>
      )
    case 'possible':
      return <PushToggle userId={userId} pushKey={pushKey} onAnswered={lookAgain} />
  }
}

export const pushesQuery = (userId: string) =>
  queryOptions({ queryKey: ['takes-pushes', userId], queryFn: () => isReceivingPushes(userId) })

/** @param onAnswered called after the browser asked for permission; after a refusal the browser may never ask again */
export function PushToggle({
  userId,
  pushKey,
  onAnswered,
}: {
  userId: string
  pushKey: string
  onAnswered: () => void
}) {
  const texts = useTexts(pushTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const { data: isOn = false } = useQuery(pushesQuery(userId))
  const turning = useMutation({
    mutationFn: async () => {
      if (isOn) await unsubscribeFromPushes()
      return isOn ? 'off' : (await subscribeToPushes(userId, pushKey)) ? 'on' : 'refused'
    },
    onSuccess: (done) => {
      if (done === 'refused') toast.info(texts.notAllowed)
      else toast.success(done === 'on' ? texts.turnedOn : texts.turnedOff)
    },
    onError: (error) => {
      // The browser throws a DOMException when its push service fails.
      const isOfBrowser = error instanceof DOMException
      toast.error(isOfBrowser ? texts.failed : errorText(toFailure(error).code))
    },
    onSettled: () => {
      onAnswered()
      return queryClient.invalidateQueries(pushesQuery(userId))
    },
  })
  return (
    <>
      <p className="mt-1 text-sm text-ink-2">{isOn ? texts.on : texts.lead}</p>
      <Button
        variant={isOn ? 'secondary' : 'primary'}
        className="mt-4"
        busy={turning.isPending}
        onClick={() => turning.mutate()}
      >
        {!isOn && <BellRing size={18} />}
        <span>{isOn ? texts.turnOff : texts.turnOn}</span>
      </Button>
    </>
  )
}
