import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'

/** Terms that a sign-up accepts. The server marks its pages once there are terms (`pages.ts`). */
export function TermsSentence() {
  const texts = useTexts(authTexts)
  if (document.documentElement.dataset['terms'] === undefined) return null
  const link = (page: 'terms' | 'privacy', text: string) => (
    // Opens another tab: typed values stay.
    <a href={`/${page}`} target="_blank" rel="noopener" className={textLinkClass}>
      {text}
    </a>
  )
  return (
    <p className="mt-4 text-sm text-ink-2">
      {texts.byTerms} {link('terms', texts.terms)}
      <span>{`. ${texts.byPrivacy} `}</span>
      {link('privacy', texts.privacy)}
      {'.'}
    </p>
  )
}
