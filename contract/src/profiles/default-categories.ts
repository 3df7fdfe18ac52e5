import type { CategoryEntry } from './categories.ts'

const entry = (
  id: string,
  label: CategoryEntry['label'],
  short_label: CategoryEntry['short_label'] = label,
): CategoryEntry => ({ id, label, short_label, is_hidden: false })

/** The twelve categories of the specification (spec 3), used until an owner changes them. */
export const DEFAULT_CATEGORIES: CategoryEntry[] = [
  entry(
    'websites-it-software',
    { en: 'Websites, IT & Software', nl: 'Websites, IT & Software' },
    { en: 'Websites & IT', nl: 'Websites & IT' },
  ),
  entry('writing-content', { en: 'Writing & Content', nl: 'Schrijven & Content' }, { en: 'Writing', nl: 'Schrijven' }),
  entry(
    'design-media-architecture',
    { en: 'Design, Media & Architecture', nl: 'Design, Media & Architectuur' },
    { en: 'Design & Media', nl: 'Design & Media' },
  ),
  entry(
    'engineering-science',
    { en: 'Engineering & Science', nl: 'Techniek & Wetenschap' },
    { en: 'Engineering', nl: 'Techniek' },
  ),
  entry('sales-marketing', { en: 'Sales & Marketing', nl: 'Verkoop & Marketing' }),
  entry(
    'business-legal',
    {
      en: 'Business, Accounting, Human Resources & Legal',
      nl: 'Zakelijk, Boekhouding, Personeel & Juridisch',
    },
    { en: 'Business & Legal', nl: 'Zakelijk & Juridisch' },
  ),
  entry(
    'sourcing-manufacturing',
    { en: 'Product Sourcing & Manufacturing', nl: 'Inkoop & Productie' },
    { en: 'Manufacturing', nl: 'Productie' },
  ),
  entry(
    'translation-languages',
    { en: 'Translation & Languages', nl: 'Vertalen & Talen' },
    { en: 'Languages', nl: 'Talen' },
  ),
  entry('trades-services', { en: 'Trades & Services', nl: 'Vakwerk & Diensten' }),
  entry(
    'freight-transportation',
    { en: 'Freight, Shipping & Transportation', nl: 'Vracht, Scheepvaart & Transport' },
    { en: 'Freight & Transport', nl: 'Vracht & Transport' },
  ),
  entry('education', { en: 'Education', nl: 'Onderwijs' }),
  entry(
    'health-medicine',
    { en: 'Health & Medicine', nl: 'Gezondheid & Geneeskunde' },
    { en: 'Health & Medicine', nl: 'Gezondheid & Zorg' },
  ),
]
