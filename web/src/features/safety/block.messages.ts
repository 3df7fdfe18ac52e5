import { defineTexts } from '../../platform/i18n/texts.ts'

/** Blocking a person, and lifting that. */
export const blockTexts = defineTexts({
  en: {
    title: (name: string) => `Block ${name}?`,
    body: (name: string) =>
      `You and ${name} can no longer send each other questions or messages, or find each other. Questions that wait ` +
      'for an answer end, your open chat closes for good, and payment requests that wait are cancelled. What was said ' +
      'and paid stays with both of you. Nobody is told that you blocked them.',
    block: 'Block',
    cancel: 'Cancel',
    blocked: (name: string) => `You blocked ${name}`,
    unblockTitle: (name: string) => `Unblock ${name}?`,
    unblockBody: (name: string) => `You and ${name} can send each other questions again. What ended stays ended.`,
    unblock: 'Unblock',
    unblockNamed: (name: string) => `Unblock ${name}`,
    unblocked: (name: string) => `You unblocked ${name}`,
  },
  nl: {
    title: (name) => `${name} blokkeren?`,
    body: (name) =>
      `Jij en ${name} kunnen elkaar dan geen vragen of berichten meer sturen, en elkaar niet meer vinden. ` +
      'Openstaande vragen eindigen, jullie open chat sluit voorgoed, en openstaande betaalverzoeken worden ' +
      'geannuleerd. Wat gezegd en betaald is, blijft voor jullie beiden staan. Niemand hoort dat je iemand blokkeert.',
    block: 'Blokkeren',
    cancel: 'Annuleren',
    blocked: (name) => `Je hebt ${name} geblokkeerd`,
    unblockTitle: (name) => `${name} deblokkeren?`,
    unblockBody: (name) => `Jij en ${name} kunnen elkaar weer vragen sturen. Wat geëindigd is, blijft geëindigd.`,
    unblock: 'Deblokkeren',
    unblockNamed: (name) => `${name} deblokkeren`,
    unblocked: (name) => `Je hebt ${name} gedeblokkeerd`,
  },
})
