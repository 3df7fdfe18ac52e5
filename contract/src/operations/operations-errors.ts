import type { ErrorEntry } from '../error-kinds.ts'

/** What can go wrong with running the site; added to the catalogue in `errors.ts` by `add-operations-errors.ts`. */
export const OPERATIONS_ERRORS = {
  ROLE_NEEDED: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Your role does not allow this',
    nl: 'Je rol staat dit niet toe',
  },
  NO_SUCH_ACCOUNT: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'No account has this address',
    nl: 'Geen account heeft dit adres',
  },
  ACCOUNT_NOT_CONFIRMED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This address is not confirmed yet, so it may be somebody else’s',
    nl: 'Dit adres is nog niet bevestigd, en kan dus van iemand anders zijn',
  },
  LAST_OWNER: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This is the only owner. Add another one first.',
    nl: 'Dit is de enige eigenaar. Voeg eerst een andere toe.',
  },
  PERSON_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'There is no such account',
    nl: 'Zo’n account is er niet',
  },
  OWN_ACCOUNT: {
    status: 403,
    kind: 'PERMISSION_DENIED',
    en: 'Somebody else has to decide about your own account',
    nl: 'Over je eigen account moet iemand anders beslissen',
  },
  ALREADY_KEPT_OUT: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'Somebody has suspended or banned this person already. Look again to see what was decided.',
    nl: 'Iemand heeft deze persoon al geschorst of uitgesloten. Kijk opnieuw om te zien wat er is besloten.',
  },
  PAYMENT_BLOCK_OVER: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'Nothing keeps this person from paying any more',
    nl: 'Deze persoon wordt niet meer van betalen tegengehouden',
  },
  SETTINGS_CHANGED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'Somebody else has changed the settings meanwhile. Look at them, and save again.',
    nl: 'Iemand anders heeft de instellingen intussen gewijzigd. Bekijk ze en sla opnieuw op.',
  },
  INVITED_COUNT: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Enter a whole number from 1 to 200',
    nl: 'Vul een heel getal van 1 tot 200 in',
  },
  CASE_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'This report is not there, or not yours to decide',
    nl: 'Deze melding is er niet, of je mag er niet over beslissen',
  },
  CASE_TAKEN: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'Somebody else is at this report',
    nl: 'Iemand anders is met deze melding bezig',
  },
  CASE_DECIDED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'Somebody has decided about this report already',
    nl: 'Er is al over deze melding beslist',
  },
  MEASURE_UNSUITED: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This cannot be decided here',
    nl: 'Dat kan hier niet worden besloten',
  },
  ACCOUNT_IS_GONE: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'The account is not there any more, so nothing can be decided against it',
    nl: 'Het account is er niet meer, dus er kan niets tegen worden besloten',
  },
  DECISION_NOT_FOUND: {
    status: 404,
    kind: 'NOT_FOUND',
    en: 'This decision is not there, or not yours to change',
    nl: 'Deze beslissing is er niet, of je mag haar niet wijzigen',
  },
  DECISION_UNDONE: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'This decision was taken back already',
    nl: 'Deze beslissing is al teruggedraaid',
  },
  NO_OBJECTION: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'No objection waits for an answer here',
    nl: 'Hier wacht geen bezwaar op antwoord',
  },
  FEE_PERCENT_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Enter a percentage from 0 to 50, such as 5 or 2.5',
    nl: 'Vul een percentage in van 0 tot 50, zoals 5 of 2,5',
  },
  FEE_AMOUNT_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Enter an amount from €0 to €100, such as 0.35',
    nl: 'Vul een bedrag in van € 0 tot € 100, zoals 0,35',
  },
  FEE_MINIMUM_INVALID: {
    status: 400,
    kind: 'VALIDATION_ERROR',
    en: 'Enter an amount from €0.01 to €100, such as 5',
    nl: 'Vul een bedrag in van € 0,01 tot € 100, zoals 5',
  },
  OBJECTION_FOR_ANOTHER: {
    status: 409,
    kind: 'REQUEST_ERROR',
    en: 'You decided this yourself. Somebody else answers the objection.',
    nl: 'Je hebt dit zelf besloten. Iemand anders beantwoordt het bezwaar.',
  },
} as const satisfies Record<string, ErrorEntry>
