import { rm } from 'node:fs/promises'

import startServer from '@kundig/testing/browser/start-server'

import { writeGallery } from './gallery.ts'
import { SCREENS_FOLDER } from './screen-looks.ts'

/** One server for all screens; when they are done, a page to leaf through them. */
export default async function startScreenshots(): Promise<() => Promise<void>> {
  // A screen that was renamed or is gone leaves no picture behind, unless only some are made.
  if (!process.env['ONLY'] && !process.env['LOOK']) await rm(SCREENS_FOLDER, { recursive: true, force: true })
  const stopServer = await startServer()
  return async () => {
    await stopServer()
    await writeGallery()
  }
}
