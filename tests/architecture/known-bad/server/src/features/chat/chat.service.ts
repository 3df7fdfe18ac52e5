export { profilesService as chatService } from '../profiles/profiles.service.ts'
export { profilesForChat } from '../profiles/ports.ts'
