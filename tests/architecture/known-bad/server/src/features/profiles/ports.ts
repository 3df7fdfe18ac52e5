export { profilesRepository as profilesForChat } from './profiles.repository.ts'
