export { gone } from './nowhere.ts'
