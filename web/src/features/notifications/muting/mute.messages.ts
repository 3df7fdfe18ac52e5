import { defineTexts } from '../../../platform/i18n/texts.ts'

export const muteTexts = defineTexts({
  en: {
    mute: 'Mute this chat',
    muted: 'This chat is muted',
    mutedUntil: (when: string) => `This chat is muted until ${when}`,
    '1h': 'Mute for 1 hour',
    '8h': 'Mute for 8 hours',
    always: 'Mute until I unmute',
    unmute: 'Unmute',
    nowMuted: 'You won’t get emails or push notifications about this chat',
    nowUnmuted: 'You’ll get notifications about this chat again',
    failed: 'That could not be saved. Please try again.',
  },
  nl: {
    mute: 'Deze chat dempen',
    muted: 'Deze chat is gedempt',
    mutedUntil: (when) => `Deze chat is gedempt tot ${when}`,
    '1h': '1 uur dempen',
    '8h': '8 uur dempen',
    always: 'Dempen tot ik het ophef',
    unmute: 'Dempen opheffen',
    nowMuted: 'Je krijgt geen e-mails of pushmeldingen over deze chat',
    nowUnmuted: 'Je krijgt weer meldingen over deze chat',
    failed: 'Opslaan is niet gelukt. Probeer het opnieuw.',
  },
})
