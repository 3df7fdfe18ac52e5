import { findChromium, findHeadlessChromium, findHeadlessShell, HEADLESS_SHELL } from '@kundig/testing/browser/chromium'

import { installDebianPackage, runCommandQuietly } from './debian-package.ts'

function installFromPlaywright(): void {
  console.log('chromium: not found; downloading it (npx playwright install chromium)')
  const download = runCommandQuietly('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  if (!download.ok) console.log(`chromium: the download failed: ${download.complaint}`)
}

// `--whole` installs a full browser for Lighthouse. Journeys need only the headless shell.
const isWhole = process.argv.includes('--whole')
const find = isWhole ? findChromium : findHeadlessChromium

const chosen = process.env['CHROMIUM_PATH']
if (chosen && !find()) {
  console.error(`chromium: CHROMIUM_PATH is ${chosen}, which is not an executable file: correct it or unset it.`)
  process.exit(1)
}

// The headless shell is useful beside a full Chromium, too: with it, journeys take a third less processor time.
if (!isWhole && !chosen && !findHeadlessShell()) installDebianPackage(HEADLESS_SHELL)
if (!find()) installDebianPackage('chromium')
// Playwright's download is the fallback: Ubuntu's package is a stub for a snap, and mirrors may be unreachable.
if (!find()) installFromPlaywright()

const found = find()
if (!found) {
  console.error(
    'chromium: no Chromium or Chrome was found: install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to it.',
  )
  process.exit(1)
}
console.log(`chromium: ${found}`)
