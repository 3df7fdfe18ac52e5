export { authService } from '../auth/auth.service.ts'
