import { defineTexts } from '../../platform/i18n/texts.ts'

export const blockTexts = defineTexts({
  en: {
    title: (name: string) => `Block ${name}?`,
    body: (name: string) =>
      `You and ${name} can no longer send each other questions or messages, or find each other. Open questions end, ` +
      'your chat closes for good, and open payment requests are cancelled. You both keep your past messages and ' +
      'payments. They won’t know that you blocked them.',
    block: 'Block',
    cancel: 'Cancel',
    blocked: (name: string) => `You blocked ${name}`,
    unblockTitle: (name: string) => `Unblock ${name}?`,
    unblockBody: (name: string) =>
      `You and ${name} can send each other questions again. Questions, chats and payment requests that ended don’t come back.`,
    unblock: 'Unblock',
    unblockNamed: (name: string) => `Unblock ${name}`,
    unblocked: (name: string) => `You unblocked ${name}`,
  },
  nl: {
    title: (name) => `${name} blokkeren?`,
    body: (name) =>
      `Jij en ${name} kunnen elkaar dan geen vragen of berichten meer sturen, en elkaar niet meer vinden. ` +
      'Openstaande vragen eindigen, jullie open chat sluit voorgoed, en openstaande betaalverzoeken worden ' +
      'geannuleerd. Jullie houden allebei je berichten en betalingen van eerder. De ander hoort niet dat je blokkeert.',
    block: 'Blokkeren',
    cancel: 'Annuleren',
    blocked: (name) => `Je hebt ${name} geblokkeerd`,
    unblockTitle: (name) => `${name} deblokkeren?`,
    unblockBody: (name) =>
      `Jij en ${name} kunnen elkaar weer vragen sturen. Vragen, chats en betaalverzoeken die zijn geëindigd, komen niet terug.`,
    unblock: 'Deblokkeren',
    unblockNamed: (name) => `${name} deblokkeren`,
    unblocked: (name) => `Je hebt ${name} gedeblokkeerd`,
  },
})
