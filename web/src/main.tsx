import './styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { App } from './app/shell/app.tsx'
import { createQueryClient } from './app/shell/query-client.ts'
import { loadDrawings } from './design-system/drawing.tsx'
import { loadFieldRepairs } from './design-system/fields/field-repair.ts'
import { loadErrorCatalogue } from './platform/api/error-catalogue.ts'
import { tolerateForeignNodes } from './platform/foreign-nodes.ts'
import { watchCalendar } from './platform/i18n/calendar.ts'
import { initializePreferences } from './platform/preferences/preferences.ts'

tolerateForeignNodes()
initializePreferences()
watchCalendar()
await Promise.all([loadErrorCatalogue(), loadFieldRepairs(), loadDrawings()])

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <App queryClient={createQueryClient()} />
  </StrictMode>,
)
