import '../../src/styles.css'
import './gallery.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { loadDrawings } from '../../src/design-system/drawing.tsx'
import { loadErrorCatalogue } from '../../src/platform/api/error-catalogue.ts'
import { initializePreferences } from '../../src/platform/preferences/preferences.ts'
import { GalleryProviders } from './gallery-providers.tsx'
import { Gallery } from './gallery.tsx'

initializePreferences()
await Promise.all([loadErrorCatalogue(), loadDrawings()])

const root = document.getElementById('root')
if (!root) throw new Error('development/gallery/index.html has no element #root')
createRoot(root).render(
  <StrictMode>
    <GalleryProviders>
      <Gallery />
    </GalleryProviders>
  </StrictMode>,
)
