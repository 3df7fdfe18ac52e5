import { useId } from 'react'

import { buttonClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { SETTINGS_PATH } from '../settings-path.ts'
import { sectionTexts } from './notifications-section.messages.ts'

/** The account page's section that leads to what one is sent. */
export function NotificationsSection() {
  const texts = useTexts(sectionTexts)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-5 text-sm text-ink-2">{texts.lead}</p>
      <Link href={SETTINGS_PATH} className={buttonClass('secondary')}>
        {texts.choose}
      </Link>
    </section>
  )
}
