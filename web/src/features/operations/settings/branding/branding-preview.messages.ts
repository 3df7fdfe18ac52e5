import { defineTexts } from '../../../../platform/i18n/texts.ts'

export const brandingPreviewTexts = defineTexts({
  en: {
    title: 'Preview',
    light: 'On light pages',
    dark: 'On dark pages',
    unreadable: 'Some texts have too little contrast. Save to see which texts, and a suggestion.',
    button: 'Introduce yourself',
    link: 'A link',
    own: 'Thank you, that helps!',
    home: 'Home',
  },
  nl: {
    title: 'Voorbeeld',
    light: 'Op lichte pagina’s',
    dark: 'Op donkere pagina’s',
    unreadable: 'Sommige teksten hebben te weinig contrast. Sla op: dan zie je welke teksten, met een voorstel.',
    button: 'Stel je voor',
    link: 'Een link',
    own: 'Dank je, daar heb ik wat aan!',
    home: 'Home',
  },
})
