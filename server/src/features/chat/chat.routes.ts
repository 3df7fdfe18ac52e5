import { countCall, implementation, requireViewer } from '../../implementation.ts'
import type { ChatLimits } from './chat.limits.ts'
import type { MessageChangeService } from './messages/message-change.service.ts'
import type { MessageService } from './messages/message.service.ts'
import type { ResumeService } from './messages/resume.service.ts'
import type { PresenceService } from './presence/presence.service.ts'
import type { RoomService } from './rooms/room.service.ts'
import type { MessageSearchService } from './search/message-search.service.ts'

export function createChatProcedures({
  rooms,
  messages,
  messageChanges,
  messageSearch,
  resume,
  presence,
  limits,
}: {
  rooms: RoomService
  messages: MessageService
  messageChanges: MessageChangeService
  messageSearch: MessageSearchService
  resume: ResumeService
  presence: PresenceService
  limits: ChatLimits
}) {
  const { chat } = implementation
  return {
    rooms: chat.rooms.handler(({ context, input }) => rooms.list(countCall(context, limits.page), input)),
    resume: chat.resume.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      return limits.resume(userId, () => resume(userId, input.rooms))
    }),
    room: chat.room.handler(({ context, input }) => rooms.get(countCall(context, limits.page), input.id)),
    messages: chat.messages.handler(({ context, input }) => messages.page(countCall(context, limits.page), input)),
    searchMessages: chat.searchMessages.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      return limits.search(userId, () => messageSearch.search(userId, input))
    }),
    send: chat.send.handler(({ context, input }) => messages.send(countCall(context, limits.message), input)),
    editMessage: chat.editMessage.handler(({ context, input }) =>
      messageChanges.edit(countCall(context, limits.message), input),
    ),
    deleteMessage: chat.deleteMessage.handler(({ context, input }) =>
      messageChanges.remove(countCall(context, limits.message), input),
    ),
    react: chat.react.handler(({ context, input }) => messageChanges.react(countCall(context, limits.message), input)),
    read: chat.read.handler(({ context, input }) => {
      const { userId } = requireViewer(context)
      return limits.mark(userId, () => rooms.markRead(userId, input.room_id, input.up_to_seq))
    }),
    active: chat.active.handler(async ({ context, input }) => ({
      partner: await presence.noteActive(countCall(context, limits.page), input.room_id ?? null),
    })),
    privacy: chat.privacy.handler(({ context }) => presence.privacy(countCall(context, limits.page))),
    changePrivacy: chat.changePrivacy.handler(({ context, input }) =>
      presence.changePrivacy(countCall(context, limits.page), input),
    ),
    close: chat.close.handler(({ context, input }) => rooms.close(requireViewer(context).userId, input.id)),
  }
}
