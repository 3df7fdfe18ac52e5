import type { Category, Expertise } from '@kundig/contract/profiles/categories'

import type { Motif } from '../../design-system/tiles/tile.tsx'

/** The tile of each expertise category. */
export const CATEGORY_MOTIFS = {
  'websites-it-software': 'code',
  'writing-content': 'leaf',
  'design-media-architecture': 'shapes',
  'engineering-science': 'target',
  'sales-marketing': 'bars',
  'business-legal': 'temple',
  'sourcing-manufacturing': 'factory',
  'translation-languages': 'speech',
  'trades-services': 'house',
  'freight-transportation': 'boat',
  education: 'book',
  'health-medicine': 'heart',
} as const satisfies Record<Category, Motif>

/** The tile of an expertise; every custom category shares one. */
export function pickMotif(expertise: Expertise): Motif {
  return typeof expertise === 'string' ? CATEGORY_MOTIFS[expertise] : 'petals'
}
