import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { pagesLinkTexts } from './pages-link.messages.ts'

/** The way to terms, privacy and the other pages of the site. */
export function PagesLink() {
  const texts = useTexts(pagesLinkTexts)
  return (
    <p>
      <Link href="/operator/pages" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
        {texts.pages}
      </Link>
    </p>
  )
}
