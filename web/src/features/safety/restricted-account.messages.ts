import { defineTexts } from '../../platform/i18n/texts.ts'
import { SITE_NAME } from '../../platform/site.ts'

export const restrictedAccountTexts = defineTexts({
  en: {
    suspended: 'Your account is suspended',
    suspendedUntil: (when: string) =>
      `You can use ${SITE_NAME} again from ${when}. Until then, no one can find or pay you.`,
    banned: `You can no longer use ${SITE_NAME}`,
    bannedText:
      'No one can find you any more, and your open payment requests were cancelled. Completed payments stand.',
    why: 'See why below. Is something wrong? Object, and we’ll review it again.',
    logOut: 'Log out',
  },
  nl: {
    suspended: 'Je account is geschorst',
    suspendedUntil: (when) =>
      `Vanaf ${when} kun je ${SITE_NAME} weer gebruiken. Tot dan kan niemand je vinden of betalen.`,
    banned: `Je kunt ${SITE_NAME} niet meer gebruiken`,
    bannedText:
      'Niemand kan je nog vinden, en je openstaande betaalverzoeken zijn geannuleerd. Voltooide betalingen blijven staan.',
    why: 'Hieronder lees je waarom. Klopt er iets niet? Maak bezwaar, dan bekijken we het opnieuw.',
    logOut: 'Uitloggen',
  },
})
