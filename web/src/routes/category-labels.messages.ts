import type { Language } from '@kundig/contract/languages'
import type { Category } from '@kundig/contract/profiles/categories'

/** Names short enough for a tile; the full names are in the contract. */
export const SHORT_LABELS: Record<Category, Record<Language, string>> = {
  'websites-it-software': { en: 'Websites & IT', nl: 'Websites & IT' },
  'writing-content': { en: 'Writing', nl: 'Schrijven' },
  'design-media-architecture': { en: 'Design & Media', nl: 'Design & Media' },
  'engineering-science': { en: 'Engineering', nl: 'Techniek' },
  'sales-marketing': { en: 'Sales & Marketing', nl: 'Verkoop & Marketing' },
  'business-legal': { en: 'Business & Legal', nl: 'Zakelijk & Juridisch' },
  'sourcing-manufacturing': { en: 'Manufacturing', nl: 'Productie' },
  'translation-languages': { en: 'Languages', nl: 'Talen' },
  'trades-services': { en: 'Trades & Services', nl: 'Vakwerk & Diensten' },
  'freight-transportation': { en: 'Freight & Transport', nl: 'Vracht & Transport' },
  education: { en: 'Education', nl: 'Onderwijs' },
  'health-medicine': { en: 'Health & Medicine', nl: 'Gezondheid & Zorg' },
}
