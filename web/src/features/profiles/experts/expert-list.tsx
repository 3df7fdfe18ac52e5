import { type ComponentType, type ReactNode, type Ref, useEffect, useState } from 'react'

import type { Profile } from '@kundig/contract/profiles/profiles.contract'
import { type ExpertFilter, toQuery } from '@kundig/contract/site/public-pages'

import { Button } from '../../../design-system/button.tsx'
import { cx } from '../../../design-system/class-names.ts'
import { useLazyModule } from '../../../design-system/lazy-module.ts'
import { SpinnerRing } from '../../../design-system/spinner.tsx'
import { EmptyState } from '../../../design-system/states/empty-state.tsx'
import { ErrorState } from '../../../design-system/states/error-state.tsx'
import { Tile } from '../../../design-system/tiles/tile.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { useKeptFocus } from '../../../design-system/use-kept-focus.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useCategories } from '../../../platform/categories/categories.queries.ts'
import { pickMotif } from '../../../platform/categories/category-motif.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { useExperts } from '../profile.queries.ts'
import { ExpertCard, ExpertCardSkeleton } from './expert-card.tsx'
import { expertsTexts } from './experts.messages.ts'
import { GRID } from './grid.ts'
import type { SearchAdviceProps } from './search-advice.tsx'
import { useListEndObserver } from './use-near-end.ts'

export type ExpertListProps = {
  /** Filter with a trimmed query. */
  filter: ExpertFilter
  onFilter: (filter: ExpertFilter) => void
  onShowEveryone: () => void
  onQuery: (query: string) => void
  renderAction: (profile: Profile) => ReactNode
  heading?: ReactNode
  /** True to load the next page near the end of the list. Otherwise only the button loads pages. */
  autoLoad?: boolean
}

const loadFilters = () => import('./detail-filters.tsx')

const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7]

export function ExpertList({
  filter,
  onFilter,
  onShowEveryone,
  onQuery,
  renderAction,
  heading,
  autoLoad = true,
}: ExpertListProps) {
  const language = useLanguage()
  const texts = useTexts(expertsTexts)
  const errorText = useErrorText()
  const experts = useExperts(filter, language)
  const { query, category, ...details } = filter
  const hasDetails = toQuery(details) !== ''
  const [isFiltering, setIsFiltering] = useState(false)
  const filters = useLazyModule(loadFilters, isFiltering || hasDetails)
  const keptFocus = useKeptFocus<HTMLDivElement>()
  const {
    data,
    isPending,
    error,
    errorUpdateCount,
    isPlaceholderData,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
    isFetching,
  } = experts
  const end = useListEndObserver(
    autoLoad && hasNextPage && !isFetchingNextPage && !isFetchNextPageError && !isPlaceholderData,
    () => void fetchNextPage(),
  )

  const [first] = data?.pages ?? []
  const hasAdvice = query !== '' && !isPlaceholderData && (first?.did_you_mean !== undefined || !first?.items[0])
  const advice =
    first && hasAdvice ? <LazySearchAdvice answer={first} onQuery={onQuery} renderAction={renderAction} /> : null
  const profiles = data?.pages.flatMap((page) => page.items) ?? []
  // Remains true during a retry, when TanStack Query reports no error.
  const failed = errorUpdateCount > 0 && !data
  const tooMany = toFailure(error).code === 'TOO_MANY_ATTEMPTS'
  return (
    <>
      {heading}
      <div className="mt-3 mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div
          {...keptFocus}
          role="group"
          aria-label={texts.filters}
          tabIndex={-1}
          className="flex max-w-full flex-wrap items-center gap-2"
        >
          <Button
            variant="secondary"
            size="sm"
            aria-haspopup="dialog"
            onPointerEnter={() => void loadFilters().catch(() => undefined)}
            onClick={() => {
              setIsFiltering(true)
              loadFilters().catch(() => toast.error(errorText('NETWORK')))
            }}
          >
            {texts.filters}
          </Button>
          {filters && <filters.ActiveFilters filter={filter} onFilter={onFilter} />}
        </div>
        <ListStatus experts={experts} failed={failed} count={profiles.length} query={query} />
      </div>
      {failed ? (
        <ErrorState
          className="card"
          title={errorText(tooMany ? 'TOO_MANY_ATTEMPTS' : 'PROFILES_FETCH_FAILED')}
          retryLabel={texts.retry}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : isPending || (isPlaceholderData && profiles.length === 0) ? (
        <div aria-hidden="true" className={GRID}>
          {SKELETONS.map((key) => (
            <ExpertCardSkeleton key={key} />
          ))}
        </div>
      ) : profiles.length === 0 ? (
        <>
          {filters && hasDetails ? (
            <filters.NoFilteredExperts filter={filter} onFilter={onFilter} />
          ) : (
            <NoExperts query={query} category={category} onShowEveryone={onShowEveryone} />
          )}
          {advice}
        </>
      ) : (
        <>
          {advice}
          <ul
            aria-busy={isPlaceholderData}
            // Results of the previous search are inert, so that they are not clicked by mistake.
            inert={isPlaceholderData}
            className={cx(GRID, 'transition-opacity duration-200', isPlaceholderData && 'opacity-60')}
          >
            {profiles.map((profile) => (
              <li key={profile.id}>
                <ExpertCard profile={profile} action={renderAction(profile)} />
              </li>
            ))}
          </ul>
          {hasNextPage && <NextPage experts={experts} endRef={end} />}
        </>
      )}
      {filters && isFiltering && (
        <filters.FiltersDialog filter={filter} onFilter={onFilter} onClose={() => setIsFiltering(false)} />
      )}
    </>
  )
}

type Experts = ReturnType<typeof useExperts>

function ListStatus({
  experts,
  failed,
  count,
  query,
}: {
  experts: Experts
  failed: boolean
  count: number
  query: string
}) {
  const texts = useTexts(expertsTexts)
  const { isPending, isPlaceholderData, hasNextPage } = experts
  const order = query ? texts.bestFirst : texts.newestFirst
  return (
    <p role="status" className="num text-sm text-ink-3">
      {!failed && (isPending || isPlaceholderData) ? (
        <span className="spinner-late">
          <SpinnerRing size={16} className="mr-2 inline-block align-[-3px]" />
          {texts.loading}
        </span>
      ) : failed ? null : hasNextPage ? (
        // The total number of experts is known only after the last page.
        order
      ) : (
        texts.shown(count) + (count > 1 ? ` · ${order}` : '')
      )}
    </p>
  )
}

function NextPage({ experts, endRef }: { experts: Experts; endRef: Ref<HTMLDivElement> }) {
  const texts = useTexts(expertsTexts)
  const { isFetchNextPageError, isFetchingNextPage, fetchNextPage } = experts
  return (
    <div ref={endRef} className="mt-8 grid justify-items-center gap-3">
      {isFetchNextPageError && (
        <p role="alert" className="text-sm font-medium text-danger">
          {texts.moreFailed}
        </p>
      )}
      <Button variant="secondary" size="lg" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {texts.showMore}
      </Button>
    </div>
  )
}

function LazySearchAdvice(props: SearchAdviceProps) {
  const [Part, setPart] = useState<ComponentType<SearchAdviceProps>>()
  useEffect(() => {
    import('./search-advice.tsx').then(
      ({ SearchAdvice }) => setPart(() => SearchAdvice),
      () => undefined,
    )
  }, [])
  return Part && <Part {...props} />
}

function NoExperts({
  query,
  category,
  onShowEveryone,
}: Pick<ExpertFilter, 'query' | 'category'> & Pick<ExpertListProps, 'onShowEveryone'>) {
  const texts = useTexts(expertsTexts)
  const { getLabel } = useCategories()
  if (query === '' && category === undefined) {
    return (
      <EmptyState className="card" headingLevel={3} art={<Tile motif="speech" size={56} />} title={texts.noneTitle} />
    )
  }
  return (
    <EmptyState
      className="card"
      headingLevel={3}
      art={<Tile motif={category ? pickMotif(category) : 'petals'} size={56} />}
      title={
        query === '' && category ? (
          texts.noCategoryTitle(getLabel(category))
        ) : (
          <>
            <span>{texts.noMatchTitle(category && getLabel(category))}</span>{' '}
            <span className="inline-block">{`“${query}”`}</span>
          </>
        )
      }
      action={
        <Button variant="secondary" onClick={onShowEveryone}>
          {texts.showEveryone}
        </Button>
      }
    />
  )
}
