import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { useLiveState } from '../../platform/live/use-live-events.ts'
import { useOffline } from '../../platform/live/use-offline.ts'
import { notificationTexts } from './notification.messages.ts'

/** Shown when the person is offline or live updates fail, except in an open chat, which has a notice of its own. */
export function OfflineBar() {
  const texts = useTexts(notificationTexts)
  const errorText = useErrorText()
  const isOffline = useOffline()
  const isLimited = useLiveState() === 'limited'
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-(--below) z-30 flex justify-center [body:has([data-shows-offline])_&]:sr-only"
    >
      {(isOffline || isLimited) && (
        <p className="w-full border-t border-border bg-pending-soft px-4 py-2.5 text-center text-sm font-medium text-balance text-pending">
          {isOffline ? texts.offline : errorText('TOO_MANY_CONNECTIONS')}
        </p>
      )}
    </div>
  )
}
