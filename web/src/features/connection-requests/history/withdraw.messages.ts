import { defineTexts } from '../../../platform/i18n/texts.ts'

export const withdrawTexts = defineTexts({
  en: {
    withdraw: 'Withdraw',
    withdrawNamed: (name: string) => `Withdraw the question to ${name}`,
    title: 'Withdraw this question?',
    text: (name: string) => `${name} won’t see your question any more. You can send a new one after 7 days.`,
    keep: 'Keep it',
    withdrew: (name: string) => `You withdrew your question to ${name}`,
  },
  nl: {
    withdraw: 'Intrekken',
    withdrawNamed: (name) => `Vraag aan ${name} intrekken`,
    title: 'Deze vraag intrekken?',
    text: (name) => `${name} ziet je vraag dan niet meer. Na 7 dagen kun je een nieuwe vraag sturen.`,
    keep: 'Laten staan',
    withdrew: (name) => `Je hebt je vraag aan ${name} ingetrokken`,
  },
})
