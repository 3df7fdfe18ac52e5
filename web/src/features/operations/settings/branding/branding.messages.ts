import { defineTexts } from '../../../../platform/i18n/texts.ts'

export const brandingTexts = defineTexts({
  en: {
    title: 'Name and appearance',
    lead: 'The site’s name and look. New pages and emails use them within two seconds. Reload pages that are already open. Empty fields use the default.',
    senderHint: 'If empty, the site’s name is used',
    primaryHint: 'Buttons and links on light pages, e.g. #65204b',
    accentHint: 'Highlights, and buttons and links on dark pages, e.g. #fdc83d',
    save: 'Save',
    saved: 'Saved. Reload a page to see it.',
    pickPrimary: 'Pick the first colour',
    pickAccent: 'Pick the second colour',
    empty: 'empty',
    meanwhile:
      'Another owner changed this. Fields that you left alone now show their values. Save again to overwrite their changes:',
    unreadable: 'Not enough contrast',
    pair: (text: string, background: string, ratio: string) =>
      `${text} on ${background}: ${ratio} : 1, at least 4.5 : 1 needed`,
    take: (primary: string, accent: string) => `Use ${[primary, accent].filter(Boolean).join(' and ')} instead`,
    onlyOwners: 'Only owners can change this.',
    failed: 'The settings could not be loaded',
  },
  nl: {
    title: 'Naam en uiterlijk',
    lead: 'De naam en het uiterlijk van de site. Nieuwe pagina’s en mails gebruiken ze binnen twee seconden. Laad pagina’s die al open zijn opnieuw. Voor lege velden geldt de standaard.',
    senderHint: 'Is dit leeg, dan gebruiken we de naam van de site',
    primaryHint: 'Knoppen en links op lichte pagina’s, bijv. #65204b',
    accentHint: 'Accenten, en knoppen en links op donkere pagina’s, bijv. #fdc83d',
    save: 'Opslaan',
    saved: 'Opgeslagen. Laad een pagina opnieuw om het te zien.',
    pickPrimary: 'Eerste kleur kiezen',
    pickAccent: 'Tweede kleur kiezen',
    empty: 'leeg',
    meanwhile:
      'Een andere eigenaar heeft dit gewijzigd. Velden die je niet hebt aangeraakt, zijn bijgewerkt. Sla opnieuw op om deze wijzigingen te overschrijven:',
    unreadable: 'Te weinig contrast',
    pair: (text, background, ratio) => `${text} op ${background}: ${ratio} : 1, minimaal 4,5 : 1 nodig`,
    take: (primary, accent) => `Gebruik ${[primary, accent].filter(Boolean).join(' en ')}`,
    onlyOwners: 'Alleen eigenaren kunnen dit wijzigen.',
    failed: 'De instellingen konden niet worden geladen',
  },
})
