export { session } from '../features/auth/session.queries.ts'
