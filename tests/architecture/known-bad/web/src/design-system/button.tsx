export { LIMIT as button } from './tokens.ts'
