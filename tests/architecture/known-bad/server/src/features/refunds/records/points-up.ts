export { dispute } from '../disputes/dispute.ts'
