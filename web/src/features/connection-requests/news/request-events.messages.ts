import { defineTexts } from '../../../platform/i18n/texts.ts'

/** Texts of toasts for live events. Every page loads this file, so keep it small. */
export const requestEventTexts = defineTexts({
  en: {
    cameIn: (name: string) => `${name} sent you a question`,
    wasAccepted: (name: string) => `${name} accepted your question`,
    wasRejected: (name: string) => `${name} rejected your question`,
    openChat: 'Open chat',
  },
  nl: {
    cameIn: (name) => `${name} heeft je een vraag gestuurd`,
    wasAccepted: (name) => `${name} heeft je vraag geaccepteerd`,
    wasRejected: (name) => `${name} heeft je vraag afgewezen`,
    openChat: 'Chat openen',
  },
})
