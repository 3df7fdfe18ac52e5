import type { profilesPolicy } from '../profiles/profiles.policy.ts'
export type Policy = typeof profilesPolicy
