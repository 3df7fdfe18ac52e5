import { findChromium, findHeadlessChromium, findHeadlessShell, HEADLESS_SHELL } from '@kundig/testing/browser/chromium'

import { installDebianPackage, runQuietly } from './debian-package.ts'

/** Downloads the browser that Playwright was made for; its libraries must be on the machine already. */
function installFromPlaywright(): void {
  console.log('chromium: not found; downloading it (npx playwright install chromium)')
  const download = runQuietly('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  if (!download.ok) console.log(`chromium: the download failed: ${download.complaint}`)
}

// `--whole`: one with a screen, which Lighthouse asks for. The journeys take less.
const isWhole = process.argv.includes('--whole')
const find = isWhole ? findChromium : findHeadlessChromium

const chosen = process.env['CHROMIUM_PATH']
if (chosen && !find()) {
  console.error(`chromium: CHROMIUM_PATH is ${chosen}, which is not an executable file: correct it or unset it.`)
  process.exit(1)
}

// Also beside a whole one: journeys take a third less of the processor's time on it.
if (!isWhole && !chosen && !findHeadlessShell()) installDebianPackage(HEADLESS_SHELL)
if (!find()) installDebianPackage('chromium')
// On Ubuntu the package is a stub for a snap, and a mirror may be out of reach: Playwright's own is the second try.
if (!find()) installFromPlaywright()

const found = find()
if (!found) {
  console.error(
    'chromium: no Chromium or Chrome was found: install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to it.',
  )
  process.exit(1)
}
console.log(`chromium: ${found}`)
