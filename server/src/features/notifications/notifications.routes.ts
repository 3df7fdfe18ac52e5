import { implementation, requireViewer } from '../../implementation.ts'
import type { NotificationService } from './bell/notification.service.ts'
import type { MutedRoomService } from './messages/muted-room.service.ts'
import type { PushService } from './push/push.service.ts'
import type { SettingsService } from './settings/settings.service.ts'

export interface NotificationRoutesOptions {
  bell: NotificationService
  settings: SettingsService
  mutedRooms: MutedRoomService
  push: PushService
}

export function createNotificationProcedures({ bell, settings, mutedRooms, push }: NotificationRoutesOptions) {
  const { notifications } = implementation
  return {
    list: notifications.list.handler(({ context, input }) => bell.list(requireViewer(context).userId, input.cursor)),
    markSeen: notifications.markSeen.handler(({ context, input }) =>
      bell.markSeen(requireViewer(context).userId, input.ids),
    ),
    markRead: notifications.markRead.handler(({ context, input }) =>
      bell.markRead(requireViewer(context).userId, input.ids),
    ),
    settings: notifications.settings.handler(({ context }) =>
      settings.get(requireViewer(context).userId, context.language),
    ),
    changeSettings: notifications.changeSettings.handler(({ context, input }) =>
      settings.change(requireViewer(context).userId, input, context.language),
    ),
    subscribe: notifications.subscribe.handler(async ({ context, input }) => {
      await push.subscribe(requireViewer(context), input)
      return { subscribed: true } as const
    }),
    unsubscribe: notifications.unsubscribe.handler(async ({ context, input }) => {
      await push.unsubscribe(requireViewer(context), input.endpoint)
      return { subscribed: false } as const
    }),
    mutedRooms: notifications.mutedRooms.handler(async ({ context }) => ({
      items: await mutedRooms.list(requireViewer(context).userId),
    })),
    muteRoom: notifications.muteRoom.handler(async ({ context, input }) => ({
      muted: await mutedRooms.mute(requireViewer(context).userId, input.room_id, input.time),
    })),
  }
}
