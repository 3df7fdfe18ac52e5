export { profilesRoutes } from '../profiles/profiles.routes.ts'
