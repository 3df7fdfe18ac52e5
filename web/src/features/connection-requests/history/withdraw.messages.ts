import { defineTexts } from '../../../platform/i18n/texts.ts'

export const withdrawTexts = defineTexts({
  en: {
    withdraw: 'Withdraw',
    withdrawNamed: (name: string) => `Withdraw the request to ${name}`,
    title: 'Withdraw this request?',
    text: (name: string) => `${name} will not see it any more. You can send another one after 7 days.`,
    keep: 'Keep it',
    withdrew: (name: string) => `You withdrew your request to ${name}`,
  },
  nl: {
    withdraw: 'Intrekken',
    withdrawNamed: (name) => `Verzoek aan ${name} intrekken`,
    title: 'Dit verzoek intrekken?',
    text: (name) => `${name} ziet het dan niet meer. Na 7 dagen kun je een nieuw verzoek sturen.`,
    keep: 'Laten staan',
    withdrew: (name) => `Je hebt je verzoek aan ${name} ingetrokken`,
  },
})
