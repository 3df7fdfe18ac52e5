import { defineTexts } from '../platform/i18n/texts.ts'

export const sendRequestTexts = defineTexts({
  en: {
    sendRequest: 'Send Request',
    sendRequestTo: (name: string) => `Send Request to ${name}`,
    askAgain: 'Ask again',
    askAgainOf: (name: string) => `Ask again: ${name}`,
    requestSent: 'Request sent',
    openChat: 'Open chat',
    openChatWith: (name: string) => `Open chat with ${name}`,
  },
  nl: {
    sendRequest: 'Verzoek sturen',
    sendRequestTo: (name) => `Verzoek sturen naar ${name}`,
    askAgain: 'Opnieuw vragen',
    askAgainOf: (name) => `Opnieuw vragen: ${name}`,
    requestSent: 'Verzoek verstuurd',
    openChat: 'Chat openen',
    openChatWith: (name) => `Chat openen met ${name}`,
  },
})
