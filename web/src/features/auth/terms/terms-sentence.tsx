import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { authTexts } from '../auth.messages.ts'

/** Sentence about the terms that a sign-up accepts. Hidden while the server has no terms (`pages.ts`). */
export function TermsSentence() {
  const texts = useTexts(authTexts)
  if (document.documentElement.dataset['terms'] === undefined) return null
  const link = (page: 'terms' | 'privacy', text: string) => (
    // The link opens in a new tab, so that this form keeps its typed values.
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
