import { profilesPolicy } from './features/profiles/profiles.policy.ts'
import { profilesModule } from './features/profiles/profiles.module.ts'
export const app = [profilesPolicy, profilesModule]
