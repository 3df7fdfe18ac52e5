import { useId } from 'react'

import { buttonClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { ownPaymentsTexts } from './own-payments.messages.ts'

/** Where the list of one's payments is. */
const PAYMENTS_HREF = '/account/payments'

/** The account page's section that leads to what one paid. */
export function OwnPaymentsSection() {
  const texts = useTexts(ownPaymentsTexts)
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="card mt-6 p-5 shadow-2 sm:p-8">
      <h2 id={titleId} className="text-xl">
        {texts.title}
      </h2>
      <p className="mt-1 mb-5 text-sm text-ink-2">{texts.sectionLead}</p>
      <Link href={PAYMENTS_HREF} className={buttonClass('secondary')}>
        {texts.open}
      </Link>
    </section>
  )
}
