export { profilesPolicy as profilesService } from './profiles.policy.ts'
