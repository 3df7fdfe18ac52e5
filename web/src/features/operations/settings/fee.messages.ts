import { defineTexts } from '../../../platform/i18n/texts.ts'

/** What the platform keeps of payments. */
export const feeTexts = defineTexts({
  en: {
    title: 'Fee',
    lead: 'What the platform keeps of each payment. Buyers see one price; sellers see what they receive while they ask. What was asked for before keeps its fee.',
    percent: 'Percentage',
    percentHint: 'Of the amount, such as 5 or 2.5',
    fixed: 'Fixed part in euros',
    fixedHint: 'Added to the percentage',
    least: 'Least fee in euros',
    leastHint: 'Stripe takes about €0.25 and 1.5 % of a card of the European Economic Area',
    minimum: 'Least amount in euros',
    minimumHint: 'Sellers cannot ask for less. Stripe’s own minimum is €0.50',
    isRefunded: 'The fee goes back with a refund',
    example: (amount: string, part: string) => `Of ${amount} the seller receives ${part}.`,
    leastNow: (amount: string) => `The least that can be asked for is ${amount}.`,
    save: 'Save the fee',
    saved: 'The fee is saved. It holds for what is asked for from now on.',
    meanwhile:
      'Somebody else changed the settings meanwhile. Look at what is set now, and save again if yours is to hold.',
    setNow: 'Set now:',
    summary: (percent: string, fixed: string, least: string, minimum: string, goesBack: string) =>
      `${percent} and ${fixed}, at least ${least}. Nobody asks for less than ${minimum}. ${goesBack}`,
    back: 'It goes back with a refund.',
    notBack: 'It stays when a payment is refunded.',
    failed: 'The fee could not be loaded',
  },
  nl: {
    title: 'Kosten',
    lead: 'Wat het platform van elke betaling houdt. Kopers zien één prijs; verkopers zien bij het vragen wat ze ontvangen. Wat al is gevraagd, houdt zijn kosten.',
    percent: 'Percentage',
    percentHint: 'Van het bedrag, zoals 5 of 2,5',
    fixed: 'Vast deel in euro’s',
    fixedHint: 'Komt bij het percentage',
    least: 'Minste kosten in euro’s',
    leastHint: 'Stripe neemt ongeveer € 0,25 en 1,5 % van een kaart uit de Europese Economische Ruimte',
    minimum: 'Kleinste bedrag in euro’s',
    minimumHint: 'Verkopers kunnen niet minder vragen. Stripe zelf neemt minstens € 0,50',
    isRefunded: 'De kosten gaan terug bij een terugbetaling',
    example: (amount: string, part: string) => `Van ${amount} ontvangt de verkoper ${part}.`,
    leastNow: (amount: string) => `Het minste dat gevraagd kan worden is ${amount}.`,
    save: 'Kosten opslaan',
    saved: 'De kosten zijn opgeslagen. Ze gelden voor wat vanaf nu wordt gevraagd.',
    meanwhile:
      'Iemand anders heeft intussen de instellingen gewijzigd. Kijk wat er nu staat, en sla opnieuw op als het jouwe moet gelden.',
    setNow: 'Nu ingesteld:',
    summary: (percent: string, fixed: string, least: string, minimum: string, goesBack: string) =>
      `${percent} en ${fixed}, minstens ${least}. Niemand vraagt minder dan ${minimum}. ${goesBack}`,
    back: 'Ze gaan terug bij een terugbetaling.',
    notBack: 'Ze blijven als een betaling wordt terugbetaald.',
    failed: 'De kosten konden niet worden geladen',
  },
})
