import { findChromium } from '@kundig/testing/browser/chromium'

import { installDebianPackage, runQuietly } from './debian-package.ts'

/** Downloads the browser that Playwright was made for; its libraries must be on the machine already. */
function installFromPlaywright(): void {
  console.log('chromium: not found; downloading it (npx playwright install chromium)')
  const download = runQuietly('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  if (!download.ok) console.log(`chromium: the download failed: ${download.complaint}`)
}

const chosen = process.env['CHROMIUM_PATH']
if (chosen && !findChromium()) {
  console.error(`chromium: CHROMIUM_PATH is ${chosen}, which is not an executable file: correct it or unset it.`)
  process.exit(1)
}

if (!findChromium()) installDebianPackage('chromium')
// On Ubuntu the package is a stub for a snap, and a mirror may be out of reach: Playwright's own is the second try.
if (!findChromium()) installFromPlaywright()

const found = findChromium()
if (!found) {
  console.error(
    'chromium: the journeys need a Chromium or Chrome: install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to it.',
  )
  process.exit(1)
}
console.log(`chromium: ${found}`)
