export { profilesPolicy as profilesRoutes } from './profiles.policy.ts'
