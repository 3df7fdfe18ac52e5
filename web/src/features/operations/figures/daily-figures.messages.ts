import type { Language } from '@kundig/contract/languages'
import type { FigureName, VisitedPage } from '@kundig/contract/operations/figure-names'

import { defineTexts } from '../../../platform/i18n/texts.ts'

export const dailyFiguresTexts = defineTexts({
  en: {
    title: 'Daily figures',
    lead: 'Days run from midnight to midnight in Amsterdam. Past days no longer change.',
    range: 'Number of days',
    days: (count: string) => `${count} days`,
    failed: 'The figures could not be loaded',
    asOf: (when: string) => `Updated ${when}.`,
    notCounted: 'No figures yet. The first count starts within a minute of the server’s start.',
    together: (days: string) => `in ${days} days`,
    knownSince: (day: string) => `Counted since ${day}.`,
    nothing: 'No data for these days.',
    unknown: 'unknown',
    none: 'none',
    table: (figure: string) => `${figure} as a table`,
    day: 'Day',
    today: (day: string) => `${day} (so far)`,
    csv: (figure: string) => `Download CSV of ${figure}`,
    csvShort: 'Download CSV',
    byPage: 'By page type',
    page: 'Page',
    visits: 'Visits',
  },
  nl: {
    title: 'Cijfers per dag',
    lead: 'Een dag loopt van middernacht tot middernacht in Amsterdam. Voorbije dagen veranderen niet meer.',
    range: 'Aantal dagen',
    days: (count) => `${count} dagen`,
    failed: 'De cijfers konden niet worden geladen',
    asOf: (when) => `Bijgewerkt: ${when}.`,
    notCounted: 'Nog geen cijfers. De eerste telling begint binnen een minuut nadat de server is gestart.',
    together: (days) => `in ${days} dagen`,
    knownSince: (day) => `Geteld sinds ${day}.`,
    nothing: 'Geen gegevens voor deze dagen.',
    unknown: 'onbekend',
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

export const figureNames = defineTexts({
  en: {
    visits: 'Visits',
    sign_ups: 'Sign-ups',
    profiles: 'Profiles',
    requests: 'Requests',
    accepted: 'Accepted',
    accept_rate: 'Acceptance rate',
    first_answers: 'First answers',
    answer_time: 'Median response time',
    paid: 'Payments',
    volume: 'Payment volume',
    refunded: 'Refunded',
    reports: 'Reports',
    mails: 'Emails sent',
    pushes: 'Push notifications sent',
  },
  nl: {
    visits: 'Bezoeken',
    sign_ups: 'Aanmeldingen',
    profiles: 'Profielen',
    requests: 'Verzoeken',
    accepted: 'Geaccepteerd',
    accept_rate: 'Percentage geaccepteerd',
    first_answers: 'Eerste antwoorden',
    answer_time: 'Mediane reactietijd',
    paid: 'Betalingen',
    volume: 'Betaalvolume',
    refunded: 'Terugbetaald',
    reports: 'Meldingen',
    mails: 'Verstuurde mails',
    pushes: 'Verstuurde pushmeldingen',
  },
} satisfies Record<Language, Record<FigureName, string>>)

/** Definitions of the daily figures. */
export const figureLeads = defineTexts({
  en: {
    visits: 'Pages sent to people, without known bots. Moving from page to page inside the app is not counted.',
    sign_ups: 'New accounts.',
    profiles: 'New profiles, public or not.',
    requests: 'Connection requests sent.',
    accepted: 'Requests accepted that day.',
    accept_rate: 'Accepted requests as a share of all requests that were accepted, declined or expired that day.',
    first_answers: 'Chats in which the receiver wrote for the first time, within 60 days of accepting.',
    answer_time:
      'Time from the request to the receiver’s first message, to within 5 %. Half of the receivers were faster.',
    paid: 'Payment requests paid.',
    volume: 'Amount that buyers paid that day. Later refunds are not subtracted; they have their own figure.',
    refunded: 'Amount refunded that day.',
    reports: 'Reports of profiles, requests, chats and files.',
    mails: 'Notification emails. Codes, invitations and emails about reports are not counted.',
    pushes: 'Push notifications that reached a push service. Each person counts once.',
  },
  nl: {
    visits: 'Pagina’s die naar mensen zijn gestuurd, zonder bekende bots. Doorklikken binnen de app telt niet mee.',
    sign_ups: 'Nieuwe accounts.',
    profiles: 'Nieuwe profielen, openbaar of niet.',
    requests: 'Verstuurde contactverzoeken.',
    accepted: 'Verzoeken die op deze dag zijn geaccepteerd.',
    accept_rate:
      'Geaccepteerde verzoeken als deel van alle verzoeken die op deze dag zijn geaccepteerd, afgewezen of verlopen.',
    first_answers: 'Chats waarin de ontvanger voor het eerst schreef, binnen 60 dagen na het accepteren.',
    answer_time:
      'Tijd van het verzoek tot het eerste bericht van de ontvanger, op 5 % nauwkeurig. De helft van de ontvangers was sneller.',
    paid: 'Betaalde betaalverzoeken.',
    volume: 'Bedrag dat kopers die dag betaalden. Latere terugbetalingen gaan er niet af: die hebben een eigen cijfer.',
    refunded: 'Bedrag dat die dag is terugbetaald.',
    reports: 'Meldingen van profielen, verzoeken, chats en bestanden.',
    mails: 'Mails over gebeurtenissen. Codes, uitnodigingen en mails over meldingen tellen niet mee.',
    pushes: 'Pushmeldingen die een pushdienst bereikten. Elke persoon telt één keer.',
  },
} satisfies Record<Language, Record<FigureName, string>>)

/** Units in spreadsheet files. */
export const unitTexts = defineTexts({
  en: { money: 'in euros', share: 'from 0 to 1', seconds: 'in seconds' },
  nl: { money: 'in euro’s', share: 'van 0 tot 1', seconds: 'in seconden' },
})

export const pageTexts = defineTexts({
  en: {
    landing: 'Landing page',
    profile: 'Profiles',
    dashboard: 'Dashboard and chats',
    account: 'Account and settings',
    other: 'Logging in and other pages',
  },
  nl: {
    landing: 'Voorpagina',
    profile: 'Profielen',
    dashboard: 'Dashboard en chats',
    account: 'Account en instellingen',
    other: 'Inloggen en andere pagina’s',
  },
} satisfies Record<Language, Record<VisitedPage, string>>)
