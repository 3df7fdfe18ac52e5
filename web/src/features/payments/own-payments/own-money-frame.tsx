import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'

import { useTexts } from '../../../platform/i18n/texts.ts'
import { Link } from '../../../platform/navigation/link.tsx'
import { ownPaymentsTexts } from './own-payments.messages.ts'

/** A page below the account page about one's own money, with the way back. */
export function OwnMoneyFrame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const texts = useTexts(ownPaymentsTexts)
  return (
    <div className="mx-auto w-full max-w-[46rem] px-4 py-6 md:py-10">
      <Link
        href="/account"
        className="mb-3 inline-flex h-11 items-center gap-2 text-sm font-semibold text-link no-underline"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {texts.back}
      </Link>
      <h1 className="text-2xl">{title}</h1>
      <p className="mt-2 mb-6 text-ink-2">{lead}</p>
      {children}
    </div>
  )
}
