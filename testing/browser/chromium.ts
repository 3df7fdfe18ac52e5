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

/** Chromium without what a screen needs: it draws the same pages for two thirds of the processor's time. */
export const HEADLESS_SHELL = 'chromium-headless-shell'

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

/** What `CHROMIUM_PATH` names; one that is wrong is not silently replaced: the caller reports that there is none. */
function chosenChromium(): { path: string | undefined } | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  return chosen ? { path: isExecutable(chosen) ? chosen : undefined } : undefined
}

function onPath(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/**
 * A whole Chromium, as people use it, as an absolute path; undefined when this machine has none.
 * `CHROMIUM_PATH` wins, then a browser of the machine, then the one that Playwright downloads.
 */
export function findChromium(): string | undefined {
  const chosen = chosenChromium()
  if (chosen) return chosen.path
  const installed = [...FIXED_PLACES, ...onPath(NAMES_ON_PATH)].find(isExecutable)
  if (installed) return installed
  const own = playwrightsOwn()
  return own && isExecutable(own) ? own : undefined
}

/** How Playwright starts the Chromium at `path`; without one it says which it wants. */
export function launchOptionsFor(path: string | undefined) {
  return { args: CHROMIUM_FLAGS, ...(path !== undefined && { executablePath: path }) }
}

/**
 * The Chromium that journeys and screens run on, as an absolute path; undefined when this machine has none.
 * `CHROMIUM_PATH` wins, then the headless shell of the machine, then a whole Chromium.
 */
export function findHeadlessChromium(): string | undefined {
  const chosen = chosenChromium()
  if (chosen) return chosen.path
  return findHeadlessShell() ?? findChromium()
}

/** The machine's headless shell, as an absolute path; undefined when it has none. */
export function findHeadlessShell(): string | undefined {
  return [join('/usr/bin', HEADLESS_SHELL), ...onPath([HEADLESS_SHELL])].find(isExecutable)
}
