import { defineTexts } from '../../../platform/i18n/texts.ts'

/** What is told wherever one is. Apart from what the lists and the dialog say, which comes with those. */
export const requestNewsTexts = defineTexts({
  en: {
    cameIn: (name: string) => `${name} sent you a request`,
    wasAccepted: (name: string) => `${name} accepted your request`,
    wasRejected: (name: string) => `${name} rejected your request`,
    openChat: 'Open chat',
  },
  nl: {
    cameIn: (name) => `${name} heeft je een verzoek gestuurd`,
    wasAccepted: (name) => `${name} heeft je verzoek geaccepteerd`,
    wasRejected: (name) => `${name} heeft je verzoek afgewezen`,
    openChat: 'Chat openen',
  },
})
