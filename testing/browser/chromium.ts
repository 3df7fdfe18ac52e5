import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** Flags without which Chromium, run by root or cut off from the internet, does not start or keeps asking for it. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const FIXED_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

/** Whether this process may execute the file at `path`. */
function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Where Playwright keeps the browser it downloads, whether or not it is there; undefined without Playwright. */
function playwrightsOwn(): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } }
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/**
 * The Chromium that the journeys run on, as an absolute path; undefined when this machine has none.
 * `CHROMIUM_PATH` wins, then a browser of the machine, then the one that Playwright downloads.
 */
export function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  // A wrong choice is not silently replaced: the caller reports that there is none.
  if (chosen) return isExecutable(chosen) ? chosen : undefined

  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = folders.flatMap((folder) => NAMES_ON_PATH.map((name) => join(folder, name)))
  const installed = [...FIXED_PLACES, ...onPath].find(isExecutable)
  if (installed) return installed

  const own = playwrightsOwn()
  return own && isExecutable(own) ? own : undefined
}
