export { profiles } from '../profiles/profiles.tsx'
