import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { passwordTexts } from '../password.messages.ts'
import { useHasDevMail } from '../providers.queries.ts'

/** Link to the local mailbox of a development server. Renders nothing on other servers. */
export function DevMailLink() {
  const texts = useTexts(passwordTexts)
  if (!useHasDevMail()) return null
  return (
    <a href="/dev/mail" target="_blank" rel="noopener" className={`${textLinkClass} w-fit text-sm leading-6`}>
      {texts.devMail}
      <span className="sr-only"> {texts.newTab}</span>
    </a>
  )
}
