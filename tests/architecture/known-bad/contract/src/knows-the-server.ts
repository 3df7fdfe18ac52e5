export { settings } from '../../server/src/env.ts'
