export { cards } from '../cards/cards.ts'
