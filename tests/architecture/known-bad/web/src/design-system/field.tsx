export { LIMIT } from '../../../contract/src/limits.ts'
