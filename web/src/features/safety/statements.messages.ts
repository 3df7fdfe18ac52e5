import type { StatementKind } from '@kundig/contract/safety/statement-rules'

import { defineTexts } from '../../platform/i18n/texts.ts'

export const statementKindTexts = defineTexts({
  en: {
    warn: 'A warning',
    hide_profile: 'Your profile was hidden',
    remove_message: 'A message of yours was removed',
    remove_file: 'A file of yours was removed',
    remove_review: 'A review or answer of yours was removed',
    suspend: 'Your account was suspended',
    ban: 'You were banned',
    undo: 'A decision was taken back',
    uphold: 'A decision stays after your objection',
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
    uphold: 'Een besluit blijft na je bezwaar',
  },
} satisfies Record<'en' | 'nl', Record<StatementKind, string>>)

/** What was decided about the reader, and objecting to it. */
export const statementsTexts = defineTexts({
  en: {
    title: 'Decisions about you',
    lead: 'Somebody looked at what was reported, and decided. A person does that, no machine.',
    failed: 'The decisions could not be loaded',
    retry: 'Try again',
    loading: 'Loading…',
    until: (when: string) => `Until ${when}`,
    facts: 'What happened',
    ground: 'What it breaks',
    object: 'Object …',
    objectLead: 'Say what is not right. Somebody looks at it again: somebody else, where we can.',
    text: 'Your objection',
    send: 'Object',
    cancel: 'Cancel',
    sent: 'Your objection is with us',
    yours: 'Your objection',
    waits: 'It waits for an answer.',
    answered: 'It was answered.',
    elsewhere: 'You may also turn to a court, or to a certified body for out-of-court settlement.',
    characters: (count: string, max: string) => `${count} of ${max} characters`,
  },
  nl: {
    title: 'Besluiten over jou',
    lead: 'Iemand heeft bekeken wat er gemeld is, en beslist. Dat doet een mens, geen machine.',
    failed: 'De besluiten konden niet worden geladen',
    retry: 'Opnieuw proberen',
    loading: 'Laden…',
    until: (when) => `Tot ${when}`,
    facts: 'Wat er gebeurd is',
    ground: 'Waarmee het in strijd is',
    object: 'Bezwaar maken …',
    objectLead: 'Zeg wat er niet klopt. Iemand kijkt er opnieuw naar, als het kan iemand anders.',
    text: 'Je bezwaar',
    send: 'Bezwaar maken',
    cancel: 'Annuleren',
    sent: 'Je bezwaar is bij ons',
    yours: 'Je bezwaar',
    waits: 'Het wacht op antwoord.',
    answered: 'Het is beantwoord.',
    elsewhere: 'Je kunt ook naar de rechter, of naar een erkende geschilleninstantie.',
    characters: (count, max) => `${count} van ${max} tekens`,
  },
})
