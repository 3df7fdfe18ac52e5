import { Check, Search as SearchIcon, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'

import type { Category } from '@kundig/contract/profiles/expertise'

import { Button } from '../design-system/button.tsx'
import { Logo } from '../design-system/logo.tsx'
import { Mosaic, Tile } from '../design-system/tile.tsx'
import { CATEGORY_MOTIFS } from '../features/profiles/category-motif.ts'
import { ExpertList } from '../features/profiles/expert-list.tsx'
import { ExpertSearch } from '../features/profiles/expert-search.tsx'
import { type Search, useSearch } from '../features/profiles/use-search.ts'
import { WaitingListForm } from '../features/waiting-list/waiting-list-form.tsx'
import { useLanguage } from '../platform/i18n/language.tsx'
import { useTexts } from '../platform/i18n/texts.ts'
import { CategoryStrip } from './landing-categories.tsx'
import { HowItWorks } from './landing-how-it-works.tsx'
import { landingTexts, SHORT_LABELS } from './landing.messages.ts'
import { useSendRequest } from './send-request.tsx'
import { useTitle } from './use-title.ts'

const EXPERTS_ID = 'experts'
const WIDTH = 'mx-auto w-full max-w-[1280px] px-4 md:px-10'

function showExperts(): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  document.getElementById(EXPERTS_ID)?.scrollIntoView({ behavior: calm ? 'auto' : 'smooth' })
}

/** `/`: what Kundig is, the waiting list, and the public experts. */
export function Landing(): ReactNode {
  const texts = useTexts(landingTexts)
  const language = useLanguage()
  const search = useSearch()
  const [category, setCategory] = useState<Category | undefined>(undefined)
  const { button, dialog } = useSendRequest()
  useTitle(texts.title)
  return (
    <>
      <Hero search={search} />
      <CategoryStrip
        label={texts.categories}
        chosen={category}
        onChoose={(next) => {
          setCategory(next)
          if (next) showExperts()
        }}
      />
      <section id={EXPERTS_ID} aria-labelledby="experts-title" className={`${WIDTH} -scroll-mt-4 py-14 md:py-20`}>
        <ExpertList
          query={search.query}
          category={category}
          onShowEveryone={() => {
            search.clear()
            setCategory(undefined)
          }}
          renderAction={button}
          // What follows on this page must stay within reach.
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
                  <SearchIcon size={15} aria-hidden="true" className="flex-none" />
                  <span className="truncate">{search.query}</span>
                  <X size={15} aria-hidden="true" className="flex-none" />
                </Button>
              )}
              {category && (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.removeFilter(SHORT_LABELS[category][language])}
                  onClick={() => setCategory(undefined)}
                >
                  <Tile motif={CATEGORY_MOTIFS[category]} size={18} className="rounded-[3px]" />
                  {SHORT_LABELS[category][language]}
                  <X size={15} aria-hidden="true" />
                </Button>
              )}
            </div>
          }
        />
      </section>
      <HowItWorks />
      <Proverb />
      <Footer />
      {dialog}
    </>
  )
}

function Hero({ search }: { search: Search }) {
  const texts = useTexts(landingTexts)
  return (
    <section
      className={`${WIDTH} grid gap-10 pt-10 pb-12 md:pt-16 md:pb-18 lg:grid-cols-[minmax(0,1fr)_26.5rem] lg:gap-16`}
    >
      <div className="flex flex-col lg:pt-6">
        <h1 className="max-w-[11.5ch] text-3xl">{texts.headline}</h1>
        <p className="mt-6 max-w-[34rem] text-lg text-ink-2">{texts.lead}</p>
        <form
          role="search"
          className="mt-8 flex max-w-[36rem] gap-2 max-[22.5rem]:flex-col"
          onSubmit={(event) => {
            event.preventDefault()
            search.flush()
            showExperts()
          }}
        >
          <ExpertSearch search={search} className="min-w-0 flex-1 [&_input]:h-13" />
          <Button size="lg" type="submit">
            {texts.search}
          </Button>
        </form>
        <ul className="mt-8 flex flex-wrap gap-x-7 gap-y-2 text-sm font-medium text-ink-2">
          {[texts.promiseChoice, texts.promisePrivate, texts.promiseFree].map((promise) => (
            <li key={promise} className="flex items-center gap-2">
              <Check size={17} strokeWidth={2.5} aria-hidden="true" className="flex-none text-success" />
              {promise}
            </li>
          ))}
        </ul>
      </div>
      <div className="card w-full max-w-[30rem] self-start overflow-clip shadow-3">
        <Mosaic
          className="block h-auto w-full"
          grid={[
            ['code', 'wave', 'book', 'dawn', 'boat'],
            ['sun', 'leaf', 'slope', 'house', 'arch'],
          ]}
        />
        <WaitingListForm />
      </div>
    </section>
  )
}

function Proverb() {
  const texts = useTexts(landingTexts)
  return (
    <section className="overflow-clip bg-t-plum text-t-glaze">
      <div className={`${WIDTH} grid items-center gap-8 py-14 md:grid-cols-[1fr_auto] md:py-0`}>
        <div className="md:py-16">
          <p lang="nl" className="font-display text-2xl font-bold text-t-yellow">
            {texts.proverb}
          </p>
          <p className="mt-3 max-w-[46ch] text-lg">{texts.proverbMeaning}</p>
        </div>
        <Mosaic
          className="hidden md:block"
          size={76}
          grid={[
            ['bowls', 'speech', 'boat', 'factory'],
            ['heart', 'sails', 'temple', 'wave'],
            ['dawn', 'bars', 'arch', 'target'],
          ]}
        />
      </div>
    </section>
  )
}

function Footer() {
  const texts = useTexts(landingTexts)
  return (
    <footer className={`${WIDTH} flex flex-wrap items-center gap-x-6 gap-y-3 py-8 text-sm text-ink-3`}>
      <span className="flex items-center gap-2 font-display text-base font-bold text-ink">
        <Logo size={22} />
        {texts.brand}
      </span>
      <span>{texts.footer}</span>
    </footer>
  )
}
