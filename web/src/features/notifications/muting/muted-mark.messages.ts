import { defineTexts } from '../../../platform/i18n/texts.ts'

/** In the list of rooms. Apart from what muting says, which comes with a room. */
export const mutedMarkTexts = defineTexts({ en: { mark: 'Muted' }, nl: { mark: 'Gedempt' } })
