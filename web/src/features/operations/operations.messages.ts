import type { OperatorRole } from '@kundig/contract/operations/operator-roles'

import { defineTexts } from '../../platform/i18n/texts.ts'

/** The pages for whoever runs the site. */
export const operationsTexts = defineTexts({
  en: {
    title: 'Run the site',
    youAre: (role: string) => `You are ${role}.`,
    people: 'People',
    log: 'Log',
    loading: 'Loading…',
    retry: 'Try again',
    more: 'Show more',
  },
  nl: {
    title: 'Beheer',
    youAre: (role) => `Je bent ${role}.`,
    people: 'Mensen',
    log: 'Logboek',
    loading: 'Laden…',
    retry: 'Opnieuw proberen',
    more: 'Meer tonen',
  },
})

export const roleTexts = defineTexts({
  en: { owner: 'owner', moderator: 'moderator', viewer: 'viewer' },
  nl: { owner: 'eigenaar', moderator: 'moderator', viewer: 'lezer' },
} satisfies Record<'en' | 'nl', Record<OperatorRole, string>>)

export const peopleTexts = defineTexts({
  en: {
    title: 'Who runs the site',
    lead: 'Owners give and take roles. Moderators decide. Viewers read along and change nothing.',
    failed: 'Who runs the site could not be loaded',
    since: (when: string) => `since ${when}`,
    you: '(you)',
    roleOf: (email: string) => `Role of ${email}`,
    noRole: 'No role',
    add: 'Add somebody',
    email: 'Email address of their account',
    role: 'Role',
    addButton: 'Add',
    added: (email: string, role: string) => `${email} is ${role} now`,
    removed: (email: string) => `${email} has no role any more`,
    takeTitle: 'Take this role away?',
    takeBody: (email: string) => `${email} can open these pages no longer. You can give the role again.`,
    stepDownBody: 'You can open these pages no longer, or do less here. Another owner can give you the role again.',
    take: 'Take away',
    change: 'Change',
    cancel: 'Cancel',
  },
  nl: {
    title: 'Wie de site beheert',
    lead: 'Eigenaren geven en ontnemen rollen. Moderators beslissen. Lezers kijken mee en veranderen niets.',
    failed: 'Wie de site beheert kon niet worden geladen',
    since: (when) => `sinds ${when}`,
    you: '(jij)',
    roleOf: (email) => `Rol van ${email}`,
    noRole: 'Geen rol',
    add: 'Iemand toevoegen',
    email: 'E-mailadres van hun account',
    role: 'Rol',
    addButton: 'Toevoegen',
    added: (email, role) => `${email} is nu ${role}`,
    removed: (email) => `${email} heeft geen rol meer`,
    takeTitle: 'Deze rol ontnemen?',
    takeBody: (email) => `${email} kan deze pagina’s niet meer openen. Je kunt de rol opnieuw geven.`,
    stepDownBody:
      'Je kunt deze pagina’s niet meer openen, of hier minder doen. Een andere eigenaar kan je de rol weer geven.',
    take: 'Ontnemen',
    change: 'Wijzigen',
    cancel: 'Annuleren',
  },
})

export const logTexts = defineTexts({
  en: {
    title: 'What was done',
    lead: 'Each act of somebody who runs the site, with ids and states alone. Nobody can change or remove an entry.',
    failed: 'The log could not be loaded',
    none: 'Nothing was done yet.',
    command: 'The command of the server',
    formerly: (id: string) => `Somebody without a role now (${id})`,
    account: 'Account',
    nothing: 'nothing',
    on: 'on',
    off: 'off',
    role_changed: 'Role changed',
    second_factor_reset: 'Second factor removed',
    became: (before: string, after: string) => `from ${before} to ${after}`,
  },
  nl: {
    title: 'Wat er is gedaan',
    lead: 'Elke handeling van wie de site beheert, met alleen nummers en toestanden. Niemand kan een regel wijzigen of verwijderen.',
    failed: 'Het logboek kon niet worden geladen',
    none: 'Er is nog niets gedaan.',
    command: 'De opdracht op de server',
    formerly: (id) => `Iemand die nu geen rol heeft (${id})`,
    account: 'Account',
    nothing: 'niets',
    on: 'aan',
    off: 'uit',
    role_changed: 'Rol gewijzigd',
    second_factor_reset: 'Tweede factor verwijderd',
    became: (before, after) => `van ${before} naar ${after}`,
  },
})
