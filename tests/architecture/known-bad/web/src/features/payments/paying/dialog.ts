import { anchor } from '../section-anchors.ts'
import { cards } from '../cards/cards.ts'
export const dialog = [anchor, cards]
