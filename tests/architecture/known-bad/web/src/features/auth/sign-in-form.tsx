export { session as signInForm } from './session.queries.ts'
