import { defineTexts } from '../../platform/i18n/texts.ts'

export const hiddenProfileTexts = defineTexts({
  en: {
    title: 'A moderator has hidden your profile',
    text: 'No one else sees it, and you can’t send or get questions. Your chats go on. We’ve sent you the reasons, and how to object.',
  },
  nl: {
    title: 'Een moderator heeft je profiel verborgen',
    text: 'Niemand anders ziet het, en je kunt geen vragen versturen of krijgen. Je chats gaan door. We hebben je de redenen gestuurd, en hoe je bezwaar kunt maken.',
  },
})
