import { defineTexts } from '../../../../platform/i18n/texts.ts'

/** Texts of the settings for the service fee. */
export const feeTexts = defineTexts({
  en: {
    title: 'Service fee',
    lead: 'The site’s share of each payment. Buyers see one price; sellers see what they receive when they request a payment. Existing payment requests keep their fee.',
    percent: 'Percentage',
    percentHint: 'Of the amount, e.g. 5 or 2.5',
    fixed: 'Fixed part in euros',
    fixedHint: 'Added to the percentage',
    least: 'Minimum fee in euros',
    leastHint: 'Stripe charges about €0.25 and 1.5 % for a card of the European Economic Area',
    minimum: 'Minimum amount in euros',
    minimumHint: 'Sellers cannot request less. Stripe’s own minimum is €0.50',
    isRefunded: 'A refund includes the fee',
    example: (amount: string, part: string) => `Of ${amount} the seller receives ${part}.`,
    leastNow: (amount: string) => `The minimum payment request is ${amount}.`,
    save: 'Save the fee',
    saved: 'Fee saved. It applies to new payment requests.',
    meanwhile: 'Another owner changed the settings. Save again to overwrite their changes.',
    setNow: 'Current settings:',
    summary: (percent: string, fixed: string, least: string, minimum: string, goesBack: string) =>
      `${percent} and ${fixed}, at least ${least}. Minimum payment request: ${minimum}. ${goesBack}`,
    back: 'A refund includes the fee.',
    notBack: 'A refund does not include the fee.',
    failed: 'The service fee could not be loaded',
  },
  nl: {
    title: 'Servicekosten',
    lead: 'Het deel van elke betaling voor de site. Kopers zien één prijs; verkopers zien bij een betaalverzoek wat ze ontvangen. Voor bestaande betaalverzoeken verandert er niets.',
    percent: 'Percentage',
    percentHint: 'Van het bedrag, bijv. 5 of 2,5',
    fixed: 'Vast deel in euro’s',
    fixedHint: 'Komt bij het percentage',
    least: 'Minimale servicekosten in euro’s',
    leastHint: 'Stripe rekent ongeveer € 0,25 en 1,5 % voor een kaart uit de Europese Economische Ruimte',
    minimum: 'Minimumbedrag in euro’s',
    minimumHint: 'Verkopers kunnen niet minder vragen. Het minimum van Stripe is € 0,50',
    isRefunded: 'Een terugbetaling omvat ook de servicekosten',
    example: (amount: string, part: string) => `Van ${amount} ontvangt de verkoper ${part}.`,
    leastNow: (amount: string) => `Het minimale betaalverzoek is ${amount}.`,
    save: 'Servicekosten opslaan',
    saved: 'Servicekosten opgeslagen. Ze gelden voor nieuwe betaalverzoeken.',
    meanwhile:
      'Een andere eigenaar heeft de instellingen gewijzigd. Sla opnieuw op om die wijzigingen te overschrijven.',
    setNow: 'Huidige instellingen:',
    summary: (percent: string, fixed: string, least: string, minimum: string, goesBack: string) =>
      `${percent} en ${fixed}, minimaal ${least}. Minimaal betaalverzoek: ${minimum}. ${goesBack}`,
    back: 'Een terugbetaling omvat ook de servicekosten.',
    notBack: 'Een terugbetaling omvat niet de servicekosten.',
    failed: 'De servicekosten konden niet worden geladen',
  },
})
