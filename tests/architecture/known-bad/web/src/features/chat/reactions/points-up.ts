export { timeline } from '../cache/timeline.ts'
