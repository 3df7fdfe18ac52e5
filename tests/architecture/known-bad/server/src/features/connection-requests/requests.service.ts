export { profilesService } from '../profiles/profiles.service.ts'
export { chatService } from '../chat/chat.service.ts'
