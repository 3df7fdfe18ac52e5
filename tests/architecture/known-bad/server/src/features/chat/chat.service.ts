export { profilesService as chatService } from '../profiles/profiles.service.ts'
