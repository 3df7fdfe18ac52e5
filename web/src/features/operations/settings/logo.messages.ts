import { defineTexts } from '../../../platform/i18n/texts.ts'

/** The site's logo, as owners set it. */
export const logoTexts = defineTexts({
  en: {
    title: 'Logo',
    hint: 'A PNG of at most 1 MB or an SVG of at most 100 kB, about as wide as it is high: the name stands beside it. Of an SVG only shapes stay.',
    choose: 'Choose a logo',
    change: 'Choose another logo',
    use: 'Use this logo',
    undo: 'Do not use it',
    remove: 'Remove the logo',
    saved: 'The logo is saved. Load a page again to see it.',
    removed: 'The logo is removed. Load a page again to see it.',
    chosen: 'This is how it will look. It is not used yet.',
    none: 'The mark that the site comes with is shown.',
    dropHere: 'Drop it here',
    leftOut: (names: string) => `Left out, because a logo holds shapes only: ${names}.`,
    meanwhile: 'Somebody else changed the logo meanwhile. You see theirs; use yours if it is to hold.',
  },
  nl: {
    title: 'Logo',
    hint: 'Een PNG van hoogstens 1 MB of een SVG van hoogstens 100 kB, ongeveer zo breed als hoog: de naam staat ernaast. Van een SVG blijven alleen vormen over.',
    choose: 'Logo kiezen',
    change: 'Ander logo kiezen',
    use: 'Dit logo gebruiken',
    undo: 'Niet gebruiken',
    remove: 'Logo verwijderen',
    saved: 'Het logo is opgeslagen. Laad een pagina opnieuw om het te zien.',
    removed: 'Het logo is verwijderd. Laad een pagina opnieuw om het te zien.',
    chosen: 'Zo komt het eruit te zien. Het wordt nog niet gebruikt.',
    none: 'Het beeldmerk waarmee de site is geleverd, wordt getoond.',
    dropHere: 'Laat het hier los',
    leftOut: (names) => `Weggelaten, omdat een logo alleen uit vormen bestaat: ${names}.`,
    meanwhile:
      'Iemand anders heeft intussen het logo gewijzigd. Je ziet dat van die ander; gebruik het jouwe als dat moet gelden.',
  },
})
