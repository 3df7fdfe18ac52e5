import { defineTexts } from '../../../../platform/i18n/texts.ts'

/** Texts of the logo settings. */
export const logoTexts = defineTexts({
  en: {
    title: 'Logo',
    hint: 'PNG of at most 1 MB or SVG of at most 100 kB, about square: the name stands beside it. Only the shapes of an SVG are kept.',
    choose: 'Choose a logo',
    change: 'Choose another logo',
    use: 'Use this logo',
    undo: 'Do not use it',
    remove: 'Remove the logo',
    saved: 'Logo saved. Reload a page to see it.',
    removed: 'Logo removed. Reload a page to see it.',
    chosen: 'This is a preview. It is not used yet.',
    none: 'The default mark is shown.',
    dropHere: 'Drop it here',
    leftOut: (names: string) => `Left out, because a logo holds shapes only: ${names}.`,
    meanwhile: 'Another owner changed the logo. Try again to overwrite their change.',
  },
  nl: {
    title: 'Logo',
    hint: 'PNG van maximaal 1 MB of SVG van maximaal 100 kB, ongeveer vierkant: de naam staat ernaast. Van een SVG blijven alleen de vormen over.',
    choose: 'Logo kiezen',
    change: 'Ander logo kiezen',
    use: 'Dit logo gebruiken',
    undo: 'Niet gebruiken',
    remove: 'Logo verwijderen',
    saved: 'Logo opgeslagen. Laad een pagina opnieuw om het te zien.',
    removed: 'Logo verwijderd. Laad een pagina opnieuw om het te zien.',
    chosen: 'Dit is een voorbeeld. Het wordt nog niet gebruikt.',
    none: 'Het standaardbeeldmerk wordt getoond.',
    dropHere: 'Laat het logo hier los',
    leftOut: (names) => `Weggelaten, omdat een logo alleen uit vormen bestaat: ${names}.`,
    meanwhile: 'Een andere eigenaar heeft het logo gewijzigd. Probeer het opnieuw om die wijziging te overschrijven.',
  },
})
