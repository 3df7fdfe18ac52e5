import { useErrorText, useTexts } from '../../platform/i18n/texts.ts'
import { useLiveState } from '../../platform/live/use-live-events.ts'
import { useOffline } from '../../platform/live/use-offline.ts'
import { notificationTexts } from './notification.messages.ts'

/** Notice for a lost network or failing live updates. An open chat shows its own notice instead. */
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
