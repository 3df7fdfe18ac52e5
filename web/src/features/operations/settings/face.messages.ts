import { defineTexts } from '../../../platform/i18n/texts.ts'

/** The site's name, colours and words. */
export const faceTexts = defineTexts({
  en: {
    title: 'Name and appearance',
    lead: 'What the site is called and looks like. Pages and mails have it within two seconds; a page that is open already has it when it is loaded again. What you leave empty stays as the site comes.',
    senderHint: 'Empty: the name of the site',
    primaryHint: 'Buttons and links on light pages, such as #65204b',
    accentHint: 'What stands out, and buttons and links on dark pages, such as #fdc83d',
    save: 'Save',
    saved: 'Saved. Load a page again to see it.',
    pickPrimary: 'Pick the first colour',
    pickAccent: 'Pick the second colour',
    empty: 'empty',
    meanwhile:
      'Somebody else changed this meanwhile. What you did not touch is as they set it; what you typed is still here. Save again if yours is to hold. They set:',
    unreadable: 'These colours cannot be read well enough',
    pair: (text: string, background: string, ratio: string) => `${text} on ${background}: ${ratio} of 4.5 : 1`,
    inLight: 'On light pages',
    inDark: 'On dark pages',
    take: (primary: string, accent: string) => `Take ${[primary, accent].filter(Boolean).join(' and ')} instead`,
    onlyOwners: 'Only owners can change this.',
    failed: 'The settings could not be loaded',
  },
  nl: {
    title: 'Naam en uiterlijk',
    lead: 'Hoe de site heet en eruitziet. Pagina’s en mails hebben het binnen twee seconden; een pagina die al open is, zodra ze opnieuw wordt geladen. Wat je leeg laat, blijft zoals de site geleverd is.',
    senderHint: 'Leeg: de naam van de site',
    primaryHint: 'Knoppen en links op lichte pagina’s, zoals #65204b',
    accentHint: 'Wat opvalt, en knoppen en links op donkere pagina’s, zoals #fdc83d',
    save: 'Opslaan',
    saved: 'Opgeslagen. Laad een pagina opnieuw om het te zien.',
    pickPrimary: 'Eerste kleur kiezen',
    pickAccent: 'Tweede kleur kiezen',
    empty: 'leeg',
    meanwhile:
      'Iemand anders heeft dit intussen gewijzigd. Wat je niet hebt aangeraakt, staat zoals die ander het heeft ingesteld; wat je hebt getypt, staat er nog. Sla opnieuw op als het jouwe moet gelden. De ander heeft ingesteld:',
    unreadable: 'Deze kleuren zijn niet goed genoeg te lezen',
    pair: (text, background, ratio) => `${text} op ${background}: ${ratio} van 4,5 : 1`,
    inLight: 'Op lichte pagina’s',
    inDark: 'Op donkere pagina’s',
    take: (primary, accent) => `Neem in plaats daarvan ${[primary, accent].filter(Boolean).join(' en ')}`,
    onlyOwners: 'Alleen eigenaren kunnen dit wijzigen.',
    failed: 'De instellingen konden niet worden geladen',
  },
})
