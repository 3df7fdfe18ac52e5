import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Bell, BellOff } from 'lucide-react'

import { MUTE_TIMES, type MuteTime } from '@kundig/contract/notifications/notification-kinds'

import { Menu } from '../../../design-system/layers/menu.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { getSessionSignal } from '../../../platform/api/session-state.ts'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { muteTexts } from './mute.messages.ts'
import { mutedRoomsQuery, useMutedRoom } from './muted-rooms.queries.ts'

export function MuteMenu({ roomId }: { roomId: string }) {
  const texts = useTexts(muteTexts)
  const language = useLanguage()
  const muted = useMutedRoom(roomId)
  const mute = useMute(roomId)
  const label = !muted
    ? texts.mute
    : muted.until === null
      ? texts.muted
      : texts.mutedUntil(formatMoment(muted.until, language))
  const times = MUTE_TIMES.map((time) => ({
    label: texts[time],
    icon: <BellOff size={18} />,
    onSelect: () => mute(time),
  }))
  const unmute = { label: texts.unmute, icon: <Bell size={18} />, onSelect: () => mute(null) }
  return (
    <Menu
      label={label}
      icon={muted ? <BellOff size={20} className="text-danger" /> : <Bell size={20} />}
      items={muted ? [unmute, ...times] : times}
    />
  )
}

/** Returns a function that mutes a room; null unmutes it. */
function useMute(roomId: string): (time: MuteTime | null) => void {
  const queryClient = useQueryClient()
  const texts = useTexts(muteTexts)
  const { queryKey } = mutedRoomsQuery
  const muting = useMutation({
    mutationFn: async (time: MuteTime | null) => {
      const ended = getSessionSignal(queryClient)
      const { muted } = await client.notifications.muteRoom({ room_id: roomId, time })
      if (ended.aborted) return
      const known = queryClient.getQueryData(queryKey)
      // Without a loaded list, the other muted rooms are unknown.
      if (!known) return void queryClient.invalidateQueries({ queryKey })
      await queryClient.cancelQueries({ queryKey })
      const others = known.items.filter((room) => room.room_id !== roomId)
      queryClient.setQueryData(queryKey, { items: muted ? [...others, muted] : others })
    },
    onSuccess: (_done, time) => toast.success(time === null ? texts.nowUnmuted : texts.nowMuted),
    onError: () => toast.error(texts.failed),
  })
  return (time) => muting.mutate(time)
}
