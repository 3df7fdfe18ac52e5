import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { toLogoAddress } from '@kundig/contract/site/branding'

import { QueryState } from '../../../../design-system/states/query-state.tsx'
import { useTexts } from '../../../../platform/i18n/texts.ts'
import { LoadingRows } from '../../loading-rows.tsx'
import { operationsTexts } from '../../operations.messages.ts'
import type { SeenSettings } from '../save-over.ts'
import { settingsQuery } from '../settings.queries.ts'
import { BrandingForm } from './branding-form.tsx'
import { brandingTexts } from './branding.messages.ts'
import { type ChosenLogo, LogoSection } from './logo-section.tsx'

export function BrandingPage({ mayChange }: { mayChange: boolean }) {
  const texts = useTexts(brandingTexts)
  const common = useTexts(operationsTexts)
  const settings = useQuery(settingsQuery)
  return (
    <div className="max-w-[50rem]">
      <h1 className="text-2xl">{texts.title}</h1>
      <p className="mt-2 mb-6 text-ink-2">{texts.lead}</p>
      <div className="card p-5 shadow-2 sm:p-8">
        <QueryState
          query={settings}
          loading={<LoadingRows />}
          renderFailure={() => texts.failed}
          retryLabel={common.retry}
        >
          {(found) => (mayChange ? <BrandingEditor found={found} /> : <p>{texts.onlyOwners}</p>)}
        </QueryState>
      </div>
    </div>
  )
}

function BrandingEditor({ found }: { found: SeenSettings }) {
  const [chosen, setChosen] = useState<ChosenLogo | null>(null)
  useEffect(() => (chosen ? () => URL.revokeObjectURL(chosen.url) : undefined), [chosen])
  return (
    <div className="grid gap-6">
      <LogoSection
        found={found}
        chosen={chosen}
        onChoose={(file) => setChosen(file && { file, url: URL.createObjectURL(file) })}
      />
      <BrandingForm found={found} logo={chosen?.url ?? toLogoAddress(found.settings.logo)} />
    </div>
  )
}
