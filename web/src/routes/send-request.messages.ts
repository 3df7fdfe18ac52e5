import { defineTexts } from '../platform/i18n/texts.ts'

export const sendRequestTexts = defineTexts({
  en: {
    sendRequest: 'Send Request',
    sendRequestTo: (name: string) => `Send Request to ${name}`,
    requestSent: 'Request sent',
  },
  nl: {
    sendRequest: 'Verzoek sturen',
    sendRequestTo: (name) => `Verzoek sturen naar ${name}`,
    requestSent: 'Verzoek verstuurd',
  },
})
