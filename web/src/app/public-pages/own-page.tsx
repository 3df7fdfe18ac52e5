import type { ReactNode } from 'react'

import type { OwnPage } from '@kundig/contract/site/public-pages'

import { loadFieldRepairs } from '../../design-system/fields/field-repair.ts'
import { startLayerHistory } from '../../design-system/layers/layers.ts'
import { loadErrorCatalogue } from '../../platform/api/error-catalogue.ts'
import { tolerateForeignNodes } from '../../platform/foreign-nodes.ts'
import { HistoryGuard } from './history-guard.tsx'

export async function loadOwnScreen(page: OwnPage): Promise<{ screen: ReactNode; wrapper: typeof HistoryGuard }> {
  // Adds the history listener for layers before the others, because Back over a dialog must not count as a navigation.
  startLayerHistory()
  tolerateForeignNodes()
  const [screen] = await Promise.all([
    page.kind === 'dashboard'
      ? import('../../routes/dashboard/index.tsx').then(({ Dashboard }) => <Dashboard />)
      : import('../../routes/account/index.tsx').then(({ Account }) => <Account />),
    loadErrorCatalogue(),
    loadFieldRepairs(),
  ])
  return { screen, wrapper: HistoryGuard }
}
