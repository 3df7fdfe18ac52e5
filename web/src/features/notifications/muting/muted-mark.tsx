import { BellOff } from 'lucide-react'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { mutedMarkTexts } from './muted-mark.messages.ts'
import { useMutedRoom } from './muted-rooms.queries.ts'

export function MutedMark({ roomId }: { roomId: string }) {
  const texts = useTexts(mutedMarkTexts)
  if (!useMutedRoom(roomId)) return null
  return <BellOff size={14} role="img" aria-label={texts.mark} aria-hidden={false} className="flex-none text-ink-3" />
}
