import { expect, it } from 'vitest'

import { SITE_PAGES } from '@kundig/contract/operations/site-pages'

import { openDatabase } from '../../../platform/database/database.ts'
import { createLogger } from '../../../platform/logging/logger.ts'
import { SitePagesService } from './site-pages.service.ts'

it.each(SITE_PAGES)('shows visitors an ellipsis for each gap in the draft %s', async (page) => {
  const logger = createLogger('silent')
  // The test never queries this database, because no page has been published.
  const { db, close } = openDatabase('postgresql://localhost:1/none', 1, logger)
  const { html, version } = new SitePagesService({ db, logger }).read(page)
  await close()
  expect(version).toBeNull()
  for (const text of [html.en, html.nl]) expect(text).not.toMatch(/\[\[|\]\]/u)
})
