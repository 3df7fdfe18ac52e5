import type { Language } from '@kundig/contract/languages'
import type { FigureName, VisitedPage } from '@kundig/contract/operations/figure-names'

import { defineTexts } from '../../../platform/i18n/texts.ts'

export const dailyFiguresTexts = defineTexts({
  en: {
    title: 'Figures by day',
    lead: 'A day runs from midnight to midnight in Amsterdam. Days that are over stay as they were counted.',
    range: 'How many days',
    days: (count: string) => `${count} days`,
    failed: 'The figures could not be loaded',
    asOf: (when: string) => `Last counted ${when}.`,
    notCounted: 'Nothing has been counted yet. The first count begins within a minute of the server’s start.',
    together: (days: string) => `in ${days} days`,
    knownSince: (day: string) => `Counted from ${day} on.`,
    nothing: 'Nothing is known of these days.',
    unknown: 'not known',
    none: 'none',
    table: (figure: string) => `${figure} as a table`,
    day: 'Day',
    today: (day: string) => `${day} (so far)`,
    csv: (figure: string) => `Download CSV of ${figure}`,
    csvShort: 'Download CSV',
    byPage: 'By kind of page',
    page: 'Page',
    visits: 'Visits',
  },
  nl: {
    title: 'Cijfers per dag',
    lead: 'Een dag loopt van middernacht tot middernacht in Amsterdam. Dagen die voorbij zijn, blijven zoals ze geteld zijn.',
    range: 'Hoeveel dagen',
    days: (count) => `${count} dagen`,
    failed: 'De cijfers konden niet worden geladen',
    asOf: (when) => `Laatst geteld: ${when}.`,
    notCounted: 'Er is nog niets geteld. De eerste telling begint binnen een minuut nadat de server is gestart.',
    together: (days) => `in ${days} dagen`,
    knownSince: (day) => `Geteld vanaf ${day}.`,
    nothing: 'Van deze dagen is niets bekend.',
    unknown: 'niet bekend',
    none: 'geen',
    table: (figure) => `${figure} als tabel`,
    day: 'Dag',
    today: (day) => `${day} (tot nu toe)`,
    csv: (figure) => `CSV downloaden van ${figure}`,
    csvShort: 'CSV downloaden',
    byPage: 'Per soort pagina',
    page: 'Pagina',
    visits: 'Bezoeken',
  },
})

/** What figures are called. */
export const figureNames = defineTexts({
  en: {
    visits: 'Visits',
    sign_ups: 'Sign-ups',
    profiles: 'Profiles',
    requests: 'Requests',
    accepted: 'Accepted',
    accept_rate: 'Accept rate',
    first_answers: 'First answers',
    answer_time: 'Median time to answer',
    paid: 'Payments',
    volume: 'Volume',
    refunded: 'Refunded',
    reports: 'Reports',
    mails: 'Mails sent',
    pushes: 'Pushes sent',
  },
  nl: {
    visits: 'Bezoeken',
    sign_ups: 'Aanmeldingen',
    profiles: 'Profielen',
    requests: 'Verzoeken',
    accepted: 'Geaccepteerd',
    accept_rate: 'Aandeel geaccepteerd',
    first_answers: 'Eerste antwoorden',
    answer_time: 'Mediaan van de antwoordtijd',
    paid: 'Betalingen',
    volume: 'Omzet',
    refunded: 'Terugbetaald',
    reports: 'Meldingen',
    mails: 'Verstuurde mails',
    pushes: 'Verstuurde pushmeldingen',
  },
} satisfies Record<Language, Record<FigureName, string>>)

/** What is counted. */
export const figureLeads = defineTexts({
  en: {
    visits:
      'Pages that the server sent to people. Known bots are left out. Going on from page to page inside the application is not counted.',
    sign_ups: 'New accounts.',
    profiles: 'New profiles, public or not.',
    requests: 'Connection requests that were sent.',
    accepted: 'Requests that were accepted that day.',
    accept_rate: 'Of the requests that were accepted, declined or expired that day, the share that was accepted.',
    first_answers: 'Chats in which the person who was asked wrote for the first time, within 60 days of accepting.',
    answer_time: 'From the request to that first message, to within 5 %. Half of them were faster.',
    paid: 'Payment requests that were paid.',
    volume: 'What buyers paid that day. What was given back later is not taken off: it has its own figure.',
    refunded: 'What was given back that day.',
    reports: 'Reports of profiles, requests, chats and files.',
    mails: 'Mails that told people what happened. Codes, invitations and mails about reports are not among them.',
    pushes: 'Notifications that reached a push service, once for each person.',
  },
  nl: {
    visits:
      'Pagina’s die de server aan mensen stuurde. Bekende bots tellen niet mee. Verder klikken binnen de applicatie telt niet mee.',
    sign_ups: 'Nieuwe accounts.',
    profiles: 'Nieuwe profielen, openbaar of niet.',
    requests: 'Contactverzoeken die zijn verstuurd.',
    accepted: 'Verzoeken die die dag zijn geaccepteerd.',
    accept_rate:
      'Van de verzoeken die die dag zijn geaccepteerd, afgewezen of verlopen: het aandeel dat is geaccepteerd.',
    first_answers: 'Chats waarin wie gevraagd werd voor het eerst schreef, binnen 60 dagen na het accepteren.',
    answer_time: 'Van het verzoek tot dat eerste bericht, op 5 % nauwkeurig. De helft was sneller.',
    paid: 'Betaalverzoeken die zijn betaald.',
    volume: 'Wat kopers die dag betaalden. Wat later is terugbetaald gaat er niet af: dat is een cijfer apart.',
    refunded: 'Wat die dag is teruggegeven.',
    reports: 'Meldingen van profielen, verzoeken, chats en bestanden.',
    mails: 'Mails die mensen vertelden wat er gebeurde. Codes, uitnodigingen en mails over meldingen tellen niet mee.',
    pushes: 'Meldingen die een pushdienst bereikten, één keer per persoon.',
  },
} satisfies Record<Language, Record<FigureName, string>>)

/** The units of files for spreadsheets. */
export const unitTexts = defineTexts({
  en: { money: 'in euros', share: 'from 0 to 1', seconds: 'in seconds' },
  nl: { money: 'in euro’s', share: 'van 0 tot 1', seconds: 'in seconden' },
})

export const pageTexts = defineTexts({
  en: {
    landing: 'Landing page',
    profile: 'Profiles of people',
    dashboard: 'Dashboard with chats',
    account: 'Account and settings',
    other: 'Logging in and other pages',
  },
  nl: {
    landing: 'Voorpagina',
    profile: 'Profielen van mensen',
    dashboard: 'Dashboard met chats',
    account: 'Account en instellingen',
    other: 'Inloggen en andere pagina’s',
  },
} satisfies Record<Language, Record<VisitedPage, string>>)
