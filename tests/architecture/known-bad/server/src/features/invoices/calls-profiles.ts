export { profilesService } from '../profiles/profiles.service.ts'
