import { useQuery } from '@tanstack/react-query'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { presenceTexts } from './presence.messages.ts'
import { activityQuery } from './presence.queries.ts'

export function PartnerActivity({ roomId }: { roomId: string }) {
  const texts = useTexts(presenceTexts)
  const { data } = useQuery(activityQuery(roomId))
  if (!data?.partner) return null
  return (
    <p className="flex items-center gap-1.5 text-sm text-ink-2 print:hidden">
      <span
        aria-hidden="true"
        className={
          data.partner === 'now'
            ? 'size-2 rounded-full bg-success forced-colors:border-4'
            : 'size-2 rounded-full border-2 border-border-strong'
        }
      />
      <span>{texts[data.partner]}</span>
    </p>
  )
}
