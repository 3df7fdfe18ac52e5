export { profilesRepository } from '../profiles/profiles.repository.ts'
