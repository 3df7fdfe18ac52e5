import { type Category, CATEGORY_IDS } from '@kundig/contract/profiles/expertise'

import { Tile } from '../design-system/tile.tsx'
import { CATEGORY_MOTIFS } from '../features/profiles/category-motif.ts'
import { useLanguage } from '../platform/i18n/language.tsx'
import { SHORT_LABELS } from './landing.messages.ts'

/** The twelve categories as tiles; one can be chosen to narrow the list, and chosen again to let go. */
export function CategoryStrip({
  label,
  chosen,
  onChoose,
}: {
  label: string
  chosen: Category | undefined
  onChoose: (next: Category | undefined) => void
}) {
  const language = useLanguage()
  return (
    <section aria-label={label} className="border-y border-border bg-surface">
      <ul className="mx-auto flex max-w-[1280px] snap-x scroll-px-3 gap-1 overflow-x-auto px-3 py-5 [scrollbar-width:none] md:px-9 lg:grid lg:grid-cols-12">
        {CATEGORY_IDS.map((category) => (
          <li key={category} className="w-24 flex-none snap-start lg:w-auto">
            <button
              type="button"
              aria-pressed={category === chosen}
              onClick={() => onChoose(category === chosen ? undefined : category)}
              className="group flex h-full w-full flex-col items-center gap-2.5 rounded-md p-2 text-center text-xs font-medium text-ink-2 hover:bg-surface-2 hover:text-ink aria-pressed:bg-primary-soft aria-pressed:font-semibold aria-pressed:text-ink"
            >
              <Tile
                motif={CATEGORY_MOTIFS[category]}
                size={56}
                className="rounded-sm transition-transform duration-200 group-hover:-rotate-6 group-aria-pressed:rotate-0"
              />
              <span className="leading-4">{SHORT_LABELS[category][language]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
