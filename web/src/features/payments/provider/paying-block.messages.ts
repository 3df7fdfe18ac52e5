import { defineTexts } from '../../../platform/i18n/texts.ts'

export const payingBlockTexts = defineTexts({
  en: { until: (when: string) => `You can try again from ${when}.` },
  nl: { until: (when) => `Vanaf ${when} kun je het weer proberen.` },
})
