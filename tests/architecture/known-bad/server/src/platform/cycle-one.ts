export { two as one } from './cycle-two.ts'
