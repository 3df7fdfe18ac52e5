import type { StatementKind } from '@kundig/contract/safety/statement-rules'

import { defineTexts } from '../../platform/i18n/texts.ts'

export const statementKindTexts = defineTexts({
  en: {
    warn: 'A warning',
    hide_profile: 'Your profile was hidden',
    remove_message: 'We removed one of your messages',
    remove_file: 'We removed one of your files',
    remove_review: 'We removed one of your reviews or answers',
    suspend: 'Your account was suspended',
    ban: 'You were banned',
    undo: 'A decision was reversed',
    uphold: 'A decision stands after your objection',
  },
  nl: {
    warn: 'Een waarschuwing',
    hide_profile: 'Je profiel is verborgen',
    remove_message: 'Een bericht van je is verwijderd',
    remove_file: 'Een bestand van je is verwijderd',
    remove_review: 'Een review of reactie van je is verwijderd',
    suspend: 'Je account is geschorst',
    ban: 'Je bent uitgesloten',
    undo: 'Een besluit is teruggedraaid',
    uphold: 'Een besluit blijft staan na je bezwaar',
  },
} satisfies Record<'en' | 'nl', Record<StatementKind, string>>)

export const statementsTexts = defineTexts({
  en: {
    title: 'Decisions about you',
    lead: 'A moderator reviewed a report and decided. Moderators are people, not machines.',
    failed: 'The decisions could not be loaded',
    retry: 'Try again',
    loading: 'Loading…',
    until: (when: string) => `Until ${when}`,
    facts: 'What happened',
    ground: 'Rule or law that was broken',
    object: 'Object …',
    objectLead: 'Tell us what’s wrong. We’ll review the decision, by another moderator where possible.',
    text: 'Your objection',
    send: 'Object',
    cancel: 'Cancel',
    sent: 'Objection sent',
    yours: 'Your objection',
    waits: 'Waiting for an answer.',
    answered: 'Answered.',
    elsewhere: 'You can also go to court, or to a certified out-of-court dispute settlement body.',
    characters: (count: string, max: string) => `${count} of ${max} characters`,
  },
  nl: {
    title: 'Besluiten over jou',
    lead: 'Een moderator heeft een melding bekeken en beslist. Moderators zijn mensen, geen machines.',
    failed: 'De besluiten konden niet worden geladen',
    retry: 'Opnieuw proberen',
    loading: 'Laden…',
    until: (when) => `Tot ${when}`,
    facts: 'Wat er gebeurd is',
    ground: 'Geschonden regel of wet',
    object: 'Bezwaar maken …',
    objectLead:
      'Vertel wat er niet klopt. We bekijken het besluit opnieuw. Als het kan, doet een andere moderator dat.',
    text: 'Je bezwaar',
    send: 'Bezwaar maken',
    cancel: 'Annuleren',
    sent: 'Bezwaar verstuurd',
    yours: 'Je bezwaar',
    waits: 'Wacht op antwoord.',
    answered: 'Beantwoord.',
    elsewhere: 'Je kunt ook naar de rechter, of naar een erkende geschilleninstantie.',
    characters: (count, max) => `${count} van ${max} tekens`,
  },
})
