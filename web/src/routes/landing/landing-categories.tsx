import { type ExpertFilter, toLandingPath } from '@kundig/contract/site/public-pages'

import { Tile } from '../../design-system/tiles/tile.tsx'
import { useCategories } from '../../platform/categories/categories.queries.ts'
import { pickMotif } from '../../platform/categories/category-motif.ts'
import { Link } from '../../platform/navigation/link.tsx'

/** Scrolls the chosen tile to the centre of the strip, without scrolling the page. */
function scrollToCentre(tile: HTMLLIElement | null): void {
  const strip = tile?.parentElement
  if (strip) strip.scrollLeft = tile.offsetLeft - (strip.clientWidth - tile.clientWidth) / 2
}

export function CategoryStrip({
  label,
  filter,
  onChoose,
}: {
  label: string
  filter: ExpertFilter
  onChoose: () => void
}) {
  const { shown, getShortLabel } = useCategories()
  return (
    <section aria-label={label} className="border-y border-border bg-surface">
      <ul className="relative mx-auto flex max-w-(--page-width) snap-x scroll-px-3 gap-1 overflow-x-auto px-3 py-5 [scrollbar-width:none] md:px-9 lg:grid lg:grid-cols-12">
        {shown.map(({ id: category }) => (
          <li
            key={category}
            ref={category === filter.category ? scrollToCentre : undefined}
            className="w-24 flex-none snap-start lg:w-auto"
          >
            <Link
              href={toLandingPath({ ...filter, category: category === filter.category ? undefined : category })}
              keepScroll
              aria-current={category === filter.category ? 'true' : undefined}
              onClick={() => {
                if (category !== filter.category) onChoose()
              }}
              className="group flex h-full w-full flex-col items-center gap-2.5 rounded-md p-2 text-center text-xs font-medium text-ink-2 hover:bg-surface-2 hover:text-ink aria-[current=true]:bg-primary-soft aria-[current=true]:font-semibold aria-[current=true]:text-ink"
            >
              <Tile
                motif={pickMotif(category)}
                size={56}
                className="rounded-sm transition-transform duration-200 group-hover:-rotate-6 group-aria-[current=true]:rotate-0"
              />
              <span className="leading-4">{getShortLabel(category)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
