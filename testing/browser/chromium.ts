import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/** Flags that Chromium needs to start as root, or without internet. */
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

/** Chromium without a screen: renders the same pages with two thirds of the processor time. */
export const HEADLESS_SHELL = 'chromium-headless-shell'

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Path of Playwright's Chromium, even if it is not downloaded; undefined without Playwright. */
function findPlaywrightChromium(): string | undefined {
  const require = createRequire(import.meta.url)
  try {
    const { chromium } = require('@playwright/test') as { chromium: { executablePath(): string } }
    return chromium.executablePath()
  } catch {
    return undefined
  }
}

/** Browser of `CHROMIUM_PATH`. The caller reports a wrong path instead of replacing it. */
function readChosenChromium(): { path: string | undefined } | undefined {
  const chosen = process.env['CHROMIUM_PATH']
  return chosen ? { path: isExecutable(chosen) ? chosen : undefined } : undefined
}

function listPathCandidates(names: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  return folders.flatMap((folder) => names.map((name) => join(folder, name)))
}

/** Absolute path of a full Chromium: `CHROMIUM_PATH`, else an installed Chromium, else Playwright's download. */
export function findChromium(): string | undefined {
  const chosen = readChosenChromium()
  if (chosen) return chosen.path
  const installed = [...FIXED_PLACES, ...listPathCandidates(NAMES_ON_PATH)].find(isExecutable)
  if (installed) return installed
  const own = findPlaywrightChromium()
  return own && isExecutable(own) ? own : undefined
}

export function createLaunchOptions(path: string | undefined) {
  return { args: CHROMIUM_FLAGS, ...(path !== undefined && { executablePath: path }) }
}

/** Absolute path of Chromium for journeys: `CHROMIUM_PATH`, else a headless shell, else a full Chromium. */
export function findHeadlessChromium(): string | undefined {
  const chosen = readChosenChromium()
  if (chosen) return chosen.path
  return findHeadlessShell() ?? findChromium()
}

export function findHeadlessShell(): string | undefined {
  return [join('/usr/bin', HEADLESS_SHELL), ...listPathCandidates([HEADLESS_SHELL])].find(isExecutable)
}
