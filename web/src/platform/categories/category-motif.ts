import type { Expertise } from '@kundig/contract/profiles/categories'

import type { Motif } from '../../design-system/tiles/tile.tsx'

const MOTIFS: Readonly<Record<string, Motif>> = {
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
}

export function pickMotif(expertise: Expertise): Motif {
  return (typeof expertise === 'string' && Object.hasOwn(MOTIFS, expertise) && MOTIFS[expertise]) || 'petals'
}
