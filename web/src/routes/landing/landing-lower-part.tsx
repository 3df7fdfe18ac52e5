import { SITE_PAGE_TITLES, SITE_PAGES, toSitePagePath } from '@kundig/contract/operations/site-pages'

import { textLinkClass } from '../../design-system/link-styles.ts'
import { Logo } from '../../design-system/logo.tsx'
import { Mosaic } from '../../design-system/tiles/mosaic.tsx'
import { useLanguage } from '../../platform/i18n/language.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { HowItWorks } from './landing-how-it-works.tsx'
import { lowerPartTexts } from './landing-lower-part.messages.ts'
import { LANDING_WIDTH as WIDTH } from './landing-width.ts'

/** Lower part of the landing page. It is static and needs no code in the browser. */
export function LandingLowerPart() {
  return (
    <>
      <HowItWorks />
      <Proverb />
    </>
  )
}

function Proverb() {
  const texts = useTexts(lowerPartTexts)
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

export function LandingFooter() {
  const texts = useTexts(lowerPartTexts)
  const language = useLanguage()
  return (
    <footer className={`${WIDTH} flex flex-wrap items-center gap-x-6 gap-y-3 py-8 text-sm text-ink-3`}>
      <span className="flex items-center gap-2 font-display text-base font-bold text-ink">
        <Logo size={22} />
        {texts.brand}
      </span>
      <p>{texts.footer}</p>
      <nav aria-label={texts.aboutSite} className="sm:ml-auto">
        <ul className="flex flex-wrap gap-x-5">
          {SITE_PAGES.map((page) => (
            <li key={page}>
              <a href={toSitePagePath(page)} className={`${textLinkClass} inline-flex min-h-11 items-center`}>
                {SITE_PAGE_TITLES[page][language]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </footer>
  )
}
