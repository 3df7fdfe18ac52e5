import type { ReactNode } from 'react'

import { Mosaic } from '../../design-system/tiles/mosaic.tsx'
import { useTexts } from '../../platform/i18n/texts.ts'
import { authTexts } from './auth.messages.ts'

const WALL = [
  ['sun', 'speech', 'dawn', 'book', 'wave', 'rings'],
  ['target', 'arch', 'house', 'sails', 'heart', 'slope'],
  ['bowls', 'leaf', 'slope', 'boat', 'check', 'factory'],
  ['temple', 'wave', 'shapes', 'dawn', 'bars', 'arch'],
] as const

const STRIP = [['wave', 'sun', 'leaf', 'arch', 'house', 'dawn', 'speech']] as const

export function AuthFrame({ children }: { children: ReactNode }) {
  const texts = useTexts(authTexts)
  return (
    <div className="mx-auto grid w-full max-w-(--page-width) flex-1 content-start px-4 py-6 md:px-10 md:py-12 lg:content-center">
      <div className="mx-auto grid w-full max-w-[27rem] lg:max-w-none lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:overflow-clip lg:rounded-lg lg:border lg:border-border lg:bg-surface lg:shadow-2">
        <Mosaic grid={STRIP} size={40} className="mb-7 h-auto w-full lg:hidden" />
        <div className="lg:flex lg:min-h-[41rem] lg:items-center lg:px-14 lg:py-12 xl:px-20">{children}</div>
        <aside className="hidden flex-col overflow-clip bg-t-plum text-t-glaze lg:flex">
          <Mosaic grid={WALL} className="h-auto w-full" />
          <div className="flex flex-1 flex-col justify-center px-10 py-8 xl:px-12">
            <p className="max-w-[16ch] font-display text-2xl leading-[1.08] font-bold text-t-yellow">
              {texts.asideTitle}
            </p>
            <p className="mt-3 max-w-[40ch]">{texts.asideText}</p>
          </div>
        </aside>
      </div>
    </div>
  )
}
