import { type ReactNode, useCallback, useMemo } from 'react'

import { type ExpertFilter, readExpertFilter, toLandingPath } from '@kundig/contract/site/public-pages'

import { Button } from '../../design-system/button.tsx'
import { CheckIcon, CloseIcon, SearchIcon } from '../../design-system/icons.tsx'
import { toButtonClass } from '../../design-system/link-styles.ts'
import { Tile } from '../../design-system/tiles/tile.tsx'
import { useSession } from '../../features/auth/session.queries.ts'
import { ExpertList } from '../../features/profiles/experts/expert-list.tsx'
import { ExpertSearch } from '../../features/profiles/experts/expert-search.tsx'
import { WaitingListForm } from '../../features/waiting-list/waiting-list-form.tsx'
import { useCategories } from '../../platform/categories/categories.queries.ts'
import { pickMotif } from '../../platform/categories/category-motif.ts'
import { type Search, useControlledSearch } from '../../platform/forms/use-search.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { createStaticIsland } from '../../platform/static-island.tsx'
import { useSendRequest } from '../send-request.tsx'
import { useTitle } from '../use-title.ts'
import { CategoryStrip } from './landing-categories.tsx'
import { formatLandingTitle } from './landing-title.ts'
import { LANDING_WIDTH as WIDTH } from './landing-width.ts'
import { landingTexts } from './landing.messages.ts'

const loadLowerPart = () => import('./landing-lower-part.tsx').then((module) => module.LandingLowerPart)
const LowerPart = createStaticIsland(loadLowerPart, import.meta.env.SSR ? await loadLowerPart() : undefined)

const loadFooter = () => import('./landing-lower-part.tsx').then((module) => module.LandingFooter)
const Footer = createStaticIsland(loadFooter, import.meta.env.SSR ? await loadFooter() : undefined)

const loadMosaic = () => import('./landing-mosaic.tsx').then((module) => module.LandingMosaic)
const WallOfTiles = createStaticIsland(loadMosaic, import.meta.env.SSR ? await loadMosaic() : undefined)

const EXPERTS_ID = 'experts'

function scrollToExperts(): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(EXPERTS_ID)?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
}

function useFilterInAddress(): {
  filter: ExpertFilter
  search: Search
  show: (filter: ExpertFilter, replace?: boolean) => void
} {
  const { place, go } = useNavigation()
  const { all } = useCategories()
  const filter = useMemo(() => readExpertFilter(new URLSearchParams(place.search), all), [place.search, all])
  const show = useCallback(
    (next: ExpertFilter, replace = true) => void go(toLandingPath(next), { replace, keepScroll: true }),
    [go],
  )
  const search = useControlledSearch(filter.query, (query) => {
    // After typing, the person may have left the page before the search starts.
    if (location.pathname !== '/') return false
    show({ ...filter, query })
    return true
  })
  return { filter, search, show }
}

/** @param isStandIn true when the page is shown for an unknown address */
export function Landing({ isStandIn }: { isStandIn?: boolean | undefined }): ReactNode {
  const texts = useTexts(landingTexts)
  const language = useLanguage()
  const { filter, search, show } = useFilterInAddress()
  const { category } = filter
  const { getLabel, getShortLabel } = useCategories()
  const { button, dialog } = useSendRequest()
  const isVisitor = useSession().status === 'out'
  useTitle(formatLandingTitle(category && getLabel(category), language))
  return (
    <>
      {isStandIn && (
        <p role="status" className="bg-surface-2 px-4 py-3 text-center font-medium text-balance">
          {texts.noSuchPage}
        </p>
      )}
      <Hero search={search} isVisitor={isVisitor} />
      <CategoryStrip label={texts.categories} filter={filter} onChoose={scrollToExperts} />
      <section id={EXPERTS_ID} aria-labelledby="experts-title" className={`${WIDTH} -scroll-mt-4 py-14 md:py-20`}>
        <ExpertList
          filter={{ ...filter, query: search.query }}
          onFilter={(next) => show(next, false)}
          onShowEveryone={() => {
            search.clear()
            show({ query: '', category: undefined })
          }}
          onQuery={search.setText}
          renderAction={button}
          // Automatic loading would make the content below the list unreachable.
          autoLoad={false}
          heading={
            <div className="flex max-w-full flex-wrap items-center gap-x-4 gap-y-3">
              <h2 id="experts-title" className="text-2xl">
                {texts.experts}
              </h2>
              {search.query !== '' && (
                <Button
                  variant="secondary"
                  size="sm"
                  className="max-w-full"
                  aria-label={texts.removeFilter(search.query)}
                  onClick={search.clear}
                >
                  <SearchIcon size={15} className="flex-none" />
                  <span className="truncate">{search.query}</span>
                  <CloseIcon size={15} className="flex-none" />
                </Button>
              )}
              {category && (
                <Link
                  href={toLandingPath({ ...filter, category: undefined })}
                  keepScroll
                  className={toButtonClass('secondary', 'sm')}
                  aria-label={texts.removeFilter(getShortLabel(category))}
                >
                  <Tile motif={pickMotif(category)} size={18} className="rounded-[3px]" />
                  <span>{getShortLabel(category)}</span>
                  <CloseIcon size={15} />
                </Link>
              )}
            </div>
          }
        />
      </section>
      <LowerPart />
      {isVisitor && (
        <section id="waiting-list" className={`${WIDTH} pt-14 md:pt-20`}>
          <div className="card mx-auto max-w-[30rem] overflow-clip shadow-2">
            <WaitingListForm />
          </div>
        </section>
      )}
      <Footer />
      {dialog}
    </>
  )
}

function Hero({ search, isVisitor }: { search: Search; isVisitor: boolean }) {
  const texts = useTexts(landingTexts)
  return (
    <section
      className={`${WIDTH} grid gap-10 pt-10 pb-12 md:pt-16 md:pb-18 lg:grid-cols-[minmax(0,1fr)_26.5rem] lg:gap-16`}
    >
      <div className="flex flex-col lg:pt-6">
        <h1 className="max-w-[11.5ch] text-3xl">{texts.headline}</h1>
        <p className="mt-6 max-w-[34rem] text-lg text-ink-2">{texts.lead}</p>
        {isVisitor && (
          <Link href="/dashboard#sign-up" className={toButtonClass('primary', 'lg', 'mt-8 w-fit')}>
            {texts.signUp}
          </Link>
        )}
        <form
          role="search"
          // The browser submits the form itself until our code has loaded.
          action="/"
          className="mt-8 flex max-w-[36rem] gap-2 max-[22.5rem]:flex-col"
          onSubmit={(event) => {
            event.preventDefault()
            search.flush()
            scrollToExperts()
          }}
        >
          <ExpertSearch search={search} className="min-w-0 flex-1 [&_input]:h-13" />
          <Button size="lg" type="submit" variant={isVisitor ? 'secondary' : 'primary'}>
            {texts.search}
          </Button>
        </form>
        <ul className="mt-8 flex flex-wrap gap-x-7 gap-y-2 text-sm font-medium text-ink-2">
          {[texts.promiseChoice, texts.promisePrivate, texts.promiseFree].map((promise) => (
            <li key={promise} className="flex items-center gap-2">
              <CheckIcon size={17} strokeWidth={2.5} className="flex-none text-success" />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
      </div>
      <div className="hidden self-center lg:block">
        <WallOfTiles />
      </div>
    </section>
  )
}
