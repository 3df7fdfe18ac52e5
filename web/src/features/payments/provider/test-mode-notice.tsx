import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'

import { cx } from '../../../design-system/class-names.ts'
import { textLinkClass } from '../../../design-system/link-styles.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { configurationQuery } from './configuration.queries.ts'
import { testModeTexts } from './test-mode.messages.ts'

const TEST_CARDS_URL = 'https://docs.stripe.com/testing'

/** Notice of test mode; empty until the mode is known. @param pointsToCards also mentions the test cards */
export function TestModeNotice({ pointsToCards = false, className }: { pointsToCards?: boolean; className?: string }) {
  const texts = useTexts(testModeTexts)
  const { data } = useQuery(configurationQuery)
  if (!data || data.mode === 'live') return null
  return (
    <p className={cx('flex gap-2.5 rounded-md bg-info-soft px-3.5 py-2.5 text-sm text-ink-2', className)}>
      <FlaskConical size={18} className="mt-px flex-none text-info" />
      <span>
        <span>{texts.test}</span>
        {pointsToCards && <span> </span>}
        {pointsToCards && data.mode === 'simulator' && <span>{texts.listed}</span>}
        {pointsToCards && data.mode === 'test' && (
          <a href={TEST_CARDS_URL} target="_blank" rel="noreferrer" className={textLinkClass}>
            {texts.testCards}
          </a>
        )}
      </span>
    </p>
  )
}
