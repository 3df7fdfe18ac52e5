export { find } from '../store/imports-the-core.ts'
