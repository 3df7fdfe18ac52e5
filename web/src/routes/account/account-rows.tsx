import { Bell, ChevronRight, CreditCard, Eye, type LucideIcon, ShieldCheck } from 'lucide-react'

import { ACCOUNT_PAGES } from '@kundig/contract/site/public-pages'

import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { accountTexts } from '../account.messages.ts'

const ICONS = {
  payments: CreditCard,
  notifications: Bell,
  privacy: Eye,
  security: ShieldCheck,
} as const satisfies Partial<Record<keyof typeof ACCOUNT_PAGES, LucideIcon>>

export function AccountRows({ pages }: { pages: readonly (keyof typeof ICONS)[] }) {
  const texts = useTexts(accountTexts)
  return (
    <nav aria-label={texts.settings} className="mt-6">
      <ul className="card divide-y divide-border overflow-clip shadow-2">
        {pages.map((page) => {
          const Icon = ICONS[page]
          return (
            <li key={page}>
              <Link
                href={ACCOUNT_PAGES[page]}
                className="flex items-center gap-4 px-5 py-4 text-ink no-underline outline-offset-[-3px] hover:bg-surface-2 sm:px-8"
              >
                <Icon size={22} className="flex-none text-ink-2" />
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{texts[page]}</span>
                  <span className="block text-sm text-ink-2">{texts[`${page}Lead`]}</span>
                </span>
                <ChevronRight size={20} className="flex-none text-ink-3" />
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
