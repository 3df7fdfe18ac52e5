import { defineTexts } from '../../../platform/i18n/texts.ts'

/** How the site would look. */
export const facePreviewTexts = defineTexts({
  en: {
    title: 'How it would look',
    light: 'On light pages',
    dark: 'On dark pages',
    unreadable: 'Some texts are too hard to read like this. Save, and you see which, and what would do.',
    button: 'Introduce yourself',
    link: 'A link',
    own: 'Thank you, that helps!',
    home: 'Home',
  },
  nl: {
    title: 'Zo zou het eruitzien',
    light: 'Op lichte pagina’s',
    dark: 'Op donkere pagina’s',
    unreadable: 'Sommige teksten zijn zo te moeilijk te lezen. Sla op, en je ziet welke, en wat wel kan.',
    button: 'Stel je voor',
    link: 'Een link',
    own: 'Dank je, daar heb ik wat aan!',
    home: 'Home',
  },
})
