import type { BacklogKind, FailureKind, HealthState, ResourceKind } from '@kundig/contract/operations/health-kinds'

import { defineTexts } from '../../../platform/i18n/texts.ts'

type InBoth<Kind extends string> = Record<'en' | 'nl', Record<Kind, string>>

export const healthTexts = defineTexts({
  en: {
    title: 'How the site is',
    failed: 'How the site is could not be asked',
    asOf: (when: string) => `As of ${when}. It is asked for again by itself.`,
    allFine: 'Nothing needs you',
    allFineMore: 'All work is being done.',
    someWait: 'Nothing is urgent',
    someWaitMore: 'Some things are worth a look.',
    needed: (count: number) => (count === 1 ? 'One thing needs somebody' : `${count} things need somebody`),
    neededMore: 'What to do is said below.',
    waiting: 'What waits',
    waitingLead: 'Work that is done in the background, by whichever server comes first.',
    resources: 'What the site stands on',
    servers: 'Servers',
    noServers: 'No server has said yet that it is there.',
    serverSince: (when: string) => `since ${when}`,
    serverSeen: (when: string) => `last seen ${when}`,
    connections: (count: number, written: string) =>
      count === 1 ? '1 live connection' : `${written} live connections`,
    failures: 'What failed lately',
    failuresLead: 'In the last seven days, on all servers. The log of the servers says more.',
    noFailures: 'Nothing failed.',
    nothing: 'nothing',
    atLeast: (count: string) => `${count} or more`,
    overdue: (how: string) => `the oldest has been due for ${how}`,
    stuck: (count: string) => `${count} tried in vain`,
    freeOf: (free: string, all: string) => `${free} free of ${all}`,
    usedOf: (used: string, most: string) => `${used} of ${most}`,
    notKnown: 'not known',
    noBackup: 'none is known',
    timesInHour: (count: string) => `${count} in the last hour`,
    timesInDay: (count: string) => `${count} in a day`,
    timesInWeek: (count: string) => `${count} in seven days`,
    lastAt: (when: string) => `last ${when}`,
    serverAway: 'It ended without saying so. See why, and start it again if you need it.',
  },
  nl: {
    title: 'Hoe het met de site gaat',
    failed: 'Hoe het met de site gaat kon niet worden gevraagd',
    asOf: (when) => `Stand van ${when}. Dit wordt vanzelf opnieuw gevraagd.`,
    allFine: 'Je hoeft niets te doen',
    allFineMore: 'Al het werk wordt gedaan.',
    someWait: 'Niets is dringend',
    someWaitMore: 'Sommige dingen zijn een blik waard.',
    needed: (count) =>
      count === 1 ? 'Bij één ding moet iemand iets doen' : `Bij ${count} dingen moet iemand iets doen`,
    neededMore: 'Hieronder staat wat.',
    waiting: 'Wat er wacht',
    waitingLead: 'Werk dat op de achtergrond wordt gedaan, door de server die het eerst komt.',
    resources: 'Waar de site op staat',
    servers: 'Alle servers',
    noServers: 'Nog geen server heeft gezegd dat hij er is.',
    serverSince: (when) => `sinds ${when}`,
    serverSeen: (when) => `laatst gezien ${when}`,
    connections: (count, written) => (count === 1 ? '1 liveverbinding' : `${written} liveverbindingen`),
    failures: 'Wat er de laatste tijd misging',
    failuresLead: 'In de laatste zeven dagen, op alle servers. In het log van de servers staat meer.',
    noFailures: 'Er ging niets mis.',
    nothing: 'niets',
    atLeast: (count) => `${count} of meer`,
    overdue: (how) => `het oudste wacht al ${how}`,
    stuck: (count) => `${count} vergeefs geprobeerd`,
    freeOf: (free, all) => `${free} vrij van ${all}`,
    usedOf: (used, most) => `${used} van ${most}`,
    notKnown: 'niet bekend',
    noBackup: 'er is er geen bekend',
    timesInHour: (count) => `${count} in het laatste uur`,
    timesInDay: (count) => `${count} in een dag`,
    timesInWeek: (count) => `${count} in zeven dagen`,
    lastAt: (when) => `laatst ${when}`,
    serverAway: 'Hij stopte zonder het te zeggen. Zoek uit waarom, en start hem opnieuw als je hem nodig hebt.',
  },
})

export const stateTexts = defineTexts({
  en: { fine: 'Fine', waits: 'Worth a look', needs_somebody: 'Needs somebody' },
  nl: { fine: 'In orde', waits: 'Een blik waard', needs_somebody: 'Iemand moet iets doen' },
} satisfies InBoth<HealthState>)

export const backlogTexts = defineTexts({
  en: {
    jobs: 'Background jobs, mails with codes among them',
    mails: 'Mails about what happened',
    report_mails: 'Mails about reports and decisions',
    invitations: 'Invitations to be mailed',
    pushes: 'Pushes',
    owed_pushes: 'Pushes that single browsers have yet to get',
    events: 'Events that people are to be told of',
    unread: 'Unread messages to be looked at',
    payment_looks: 'Payments to look at with Stripe',
    stripe_events: 'Events of Stripe’s that nobody handled',
    payment_ends: 'Payment requests to remind of or to end',
    payment_cancellations: 'Payments to cancel with Stripe',
    request_ends: 'Connection requests whose time is over',
    suspension_ends: 'Suspensions whose time is over',
  },
  nl: {
    jobs: 'Achtergrondtaken, waaronder mails met codes',
    mails: 'Mails over wat er gebeurde',
    report_mails: 'Mails over meldingen en besluiten',
    invitations: 'Uitnodigingen om te mailen',
    pushes: 'Pushmeldingen',
    owed_pushes: 'Pushmeldingen die enkele browsers nog moeten krijgen',
    events: 'Gebeurtenissen waarover mensen bericht krijgen',
    unread: 'Ongelezen berichten om naar te kijken',
    payment_looks: 'Betalingen om bij Stripe te bekijken',
    stripe_events: 'Gebeurtenissen van Stripe die nog niet zijn verwerkt',
    payment_ends: 'Betaalverzoeken om aan te herinneren of te beëindigen',
    payment_cancellations: 'Betalingen om bij Stripe te annuleren',
    request_ends: 'Contactverzoeken waarvan de tijd om is',
    suspension_ends: 'Schorsingen waarvan de tijd om is',
  },
} satisfies InBoth<BacklogKind>)

const MAIL = {
  en: 'Look whether the mail server of SMTP_URL is there and takes our mails.',
  nl: 'Kijk of de mailserver van SMTP_URL er is en onze mails aanneemt.',
}
const SERVERS_WORK = {
  en: 'Look whether servers run and what their log says: this is done within seconds as a rule.',
  nl: 'Kijk of er servers draaien en wat hun log zegt: dit gebeurt normaal binnen seconden.',
}
const STRIPE = {
  en: 'Look whether Stripe is there (status.stripe.com) and whether its keys are still good.',
  nl: 'Kijk of Stripe er is (status.stripe.com) en of de sleutels nog kloppen.',
}
const PUSH = {
  en: 'Look in the log what the push services answer, and whether the servers reach them.',
  nl: 'Kijk in het log wat de pushdiensten antwoorden, en of de servers ze bereiken.',
}

/** What to do when something waits too long. */
export const backlogAdvice = defineTexts({
  en: {
    jobs: MAIL.en,
    mails: MAIL.en,
    report_mails: SERVERS_WORK.en,
    invitations: SERVERS_WORK.en,
    pushes: PUSH.en,
    owed_pushes: PUSH.en,
    events: SERVERS_WORK.en,
    unread: SERVERS_WORK.en,
    payment_looks: STRIPE.en,
    stripe_events: STRIPE.en,
    payment_ends: STRIPE.en,
    payment_cancellations: STRIPE.en,
    request_ends: SERVERS_WORK.en,
    suspension_ends: SERVERS_WORK.en,
  },
  nl: {
    jobs: MAIL.nl,
    mails: MAIL.nl,
    report_mails: SERVERS_WORK.nl,
    invitations: SERVERS_WORK.nl,
    pushes: PUSH.nl,
    owed_pushes: PUSH.nl,
    events: SERVERS_WORK.nl,
    unread: SERVERS_WORK.nl,
    payment_looks: STRIPE.nl,
    stripe_events: STRIPE.nl,
    payment_ends: STRIPE.nl,
    payment_cancellations: STRIPE.nl,
    request_ends: SERVERS_WORK.nl,
    suspension_ends: SERVERS_WORK.nl,
  },
} satisfies InBoth<BacklogKind>)

export const resourceTexts = defineTexts({
  en: {
    disk: 'Fullest disk',
    database_size: 'Size of the database',
    database_connections: 'Connections of the database',
    backup: 'Last backup',
    servers: 'Servers that run',
  },
  nl: {
    disk: 'Volste schijf',
    database_size: 'Grootte van de database',
    database_connections: 'Verbindingen van de database',
    backup: 'Laatste back-up',
    servers: 'Servers die draaien',
  },
} satisfies InBoth<ResourceKind>)

export const resourceAdvice = defineTexts({
  en: {
    disk: 'Make room, or give the server a larger disk, before nothing can be written any more.',
    database_size: 'Nothing to do.',
    database_connections: 'Raise max_connections of PostgreSQL, or lower DATABASE_POOL of each server.',
    backup: 'Run npm run backup, or have your own tool say so with npm run backup:told. Let it happen each night.',
    servers: 'A server ended without saying so: see below which one.',
  },
  nl: {
    disk: 'Maak ruimte, of geef de server een grotere schijf, voordat er niets meer kan worden geschreven.',
    database_size: 'Niets te doen.',
    database_connections: 'Verhoog max_connections van PostgreSQL, of verlaag DATABASE_POOL van elke server.',
    backup: 'Draai npm run backup, of laat je eigen programma het melden met npm run backup:told. Doe dat elke nacht.',
    servers: 'Een server stopte zonder het te zeggen: hieronder staat welke.',
  },
} satisfies InBoth<ResourceKind>)

export const failureTexts = defineTexts({
  en: {
    answer: 'A page or call was answered with an error of ours',
    job: 'A background job failed and is tried again',
    mail: 'A mail could not be sent and is tried again',
    mail_bounced: 'An address takes no mail: its owner gets none until they change it',
    mail_given_up: 'A mail was given up after three days',
    push: 'A push service took no push; it is tried again',
    push_given_up: 'A push was given up after three days',
    payment: 'A payment could not be looked at or ended; it is tried again',
    stripe_event: 'An event of Stripe’s could not be handled; Stripe sends it again',
    payment_unknown: 'Money came that fits no payment request',
    request_end: 'Connection requests could not be ended; it is tried again',
    suspension_end: 'A suspension could not be ended; it is tried again',
    report_mail: 'Mails about reports or decisions could not be made; it is tried again',
    invitation: 'Invitations could not be mailed; it is tried again',
    notification: 'People could not be told of something; it is tried again',
  },
  nl: {
    answer: 'Een pagina of aanroep kreeg een fout van ons als antwoord',
    job: 'Een achtergrondtaak mislukte en wordt opnieuw geprobeerd',
    mail: 'Een mail kon niet worden verstuurd en wordt opnieuw geprobeerd',
    mail_bounced: 'Een adres neemt geen mail aan: de eigenaar krijgt niets tot die het wijzigt',
    mail_given_up: 'Een mail is na drie dagen opgegeven',
    push: 'Een pushdienst nam een pushmelding niet aan; het wordt opnieuw geprobeerd',
    push_given_up: 'Een pushmelding is na drie dagen opgegeven',
    payment: 'Een betaling kon niet worden bekeken of beëindigd; het wordt opnieuw geprobeerd',
    stripe_event: 'Een gebeurtenis van Stripe kon niet worden verwerkt; Stripe stuurt haar opnieuw',
    payment_unknown: 'Er kwam geld dat bij geen betaalverzoek past',
    request_end: 'Contactverzoeken konden niet worden beëindigd; het wordt opnieuw geprobeerd',
    suspension_end: 'Een schorsing kon niet worden beëindigd; het wordt opnieuw geprobeerd',
    report_mail: 'Mails over meldingen of besluiten konden niet worden gemaakt; het wordt opnieuw geprobeerd',
    invitation: 'Uitnodigingen konden niet worden gemaild; het wordt opnieuw geprobeerd',
    notification: 'Mensen konden niet over iets worden bericht; het wordt opnieuw geprobeerd',
  },
} satisfies InBoth<FailureKind>)

const LOG = {
  en: 'Look in the log of the servers why.',
  nl: 'Kijk in het log van de servers waarom.',
}

/** What to do when something failed often. */
export const failureAdvice = defineTexts({
  en: {
    answer: 'It is a defect: look for “unexpected error” in the log, and report it.',
    job: LOG.en,
    mail: MAIL.en,
    mail_bounced: 'Many at once: look whether our sender is on a block list.',
    mail_given_up: MAIL.en,
    push: PUSH.en,
    push_given_up: PUSH.en,
    payment: STRIPE.en,
    stripe_event: STRIPE.en,
    payment_unknown: 'Look the payment up at Stripe: the log has its id.',
    request_end: LOG.en,
    suspension_end: LOG.en,
    report_mail: LOG.en,
    invitation: LOG.en,
    notification: LOG.en,
  },
  nl: {
    answer: 'Dit is een fout van ons: zoek “unexpected error” in het log, en meld het.',
    job: LOG.nl,
    mail: MAIL.nl,
    mail_bounced: 'Veel tegelijk: kijk of onze afzender op een blokkadelijst staat.',
    mail_given_up: MAIL.nl,
    push: PUSH.nl,
    push_given_up: PUSH.nl,
    payment: STRIPE.nl,
    stripe_event: STRIPE.nl,
    payment_unknown: 'Zoek de betaling op bij Stripe: het log heeft het kenmerk.',
    request_end: LOG.nl,
    suspension_end: LOG.nl,
    report_mail: LOG.nl,
    invitation: LOG.nl,
    notification: LOG.nl,
  },
} satisfies InBoth<FailureKind>)
