import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { figuresLinkTexts } from './figures-link.messages.ts'

/** The way to the plots of what happened. */
export function FiguresLink() {
  const texts = useTexts(figuresLinkTexts)
  return (
    <p>
      <Link href="/operator/figures" className={`${textLinkClass} inline-flex min-h-11 items-center`}>
        {texts.figures}
      </Link>
    </p>
  )
}
