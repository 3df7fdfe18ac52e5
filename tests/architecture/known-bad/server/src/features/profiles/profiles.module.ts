export { profilesRoutes as profilesModule } from './profiles.routes.ts'
