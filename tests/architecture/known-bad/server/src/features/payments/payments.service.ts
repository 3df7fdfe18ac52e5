export { chatService } from '../chat/chat.service.ts'
export { profilesService } from '../profiles/profiles.service.ts'
