import { defineTexts } from '../../platform/i18n/texts.ts'

export const proposeActionTexts = defineTexts({
  en: { propose: 'Propose an appointment' },
  nl: { propose: 'Afspraak voorstellen' },
})
