import { defineTexts } from '../../../platform/i18n/texts.ts'

/** The offers of a search that finds little. */
export const searchAdviceTexts = defineTexts({
  en: {
    /** Stands before the corrected spelling. */
    didYouMean: 'Did you mean',
    nearest: (label: string) => `Closest field: ${label}`,
    newest: 'Newest experts',
  },
  nl: {
    didYouMean: 'Bedoelde je',
    nearest: (label) => `Dichtstbijzijnde vakgebied: ${label}`,
    newest: 'Nieuwste experts',
  },
})
