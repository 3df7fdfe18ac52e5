import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { faceLinkTexts } from './face-link.messages.ts'

/** The way to the site's name and colours. */
export function FaceLink() {
  const texts = useTexts(faceLinkTexts)
  return (
    <p>
      <Link href="/operator/settings" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
        {texts.face}
      </Link>
    </p>
  )
}
