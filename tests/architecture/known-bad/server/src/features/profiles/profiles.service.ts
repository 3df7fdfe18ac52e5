export { authService as profilesService } from '../auth/auth.service.ts'
