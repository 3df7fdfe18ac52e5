import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { peopleLinkTexts } from './people-link.messages.ts'

/** The way to finding people. */
export function PeopleLink() {
  const texts = useTexts(peopleLinkTexts)
  return (
    <p>
      <Link href="/operator/people" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
        {texts.find}
      </Link>
    </p>
  )
}
