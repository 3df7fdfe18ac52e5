import { findChromium, findHeadlessChromium, findHeadlessShell, HEADLESS_SHELL } from '@kundig/testing/browser/chromium'

import { installDebianPackage, runQuietly } from './debian-package.ts'

function installFromPlaywright(): void {
  console.log('chromium: not found; downloading it (npx playwright install chromium)')
  const download = runQuietly('npx', ['--no-install', 'playwright', 'install', 'chromium'])
  if (!download.ok) console.log(`chromium: the download failed: ${download.complaint}`)
}

// `--whole`: a full browser for Lighthouse; journeys need less.
const isWhole = process.argv.includes('--whole')
const find = isWhole ? findChromium : findHeadlessChromium

const chosen = process.env['CHROMIUM_PATH']
if (chosen && !find()) {
  console.error(`chromium: CHROMIUM_PATH is ${chosen}, which is not an executable file: correct it or unset it.`)
  process.exit(1)
}

// Installed also beside a full Chromium: journeys take a third less processor time with the headless shell.
if (!isWhole && !chosen && !findHeadlessShell()) installDebianPackage(HEADLESS_SHELL)
if (!find()) installDebianPackage('chromium')
// Ubuntu's package is a stub for a snap, and a mirror may be unreachable: Playwright's download is the fallback.
if (!find()) installFromPlaywright()

const found = find()
if (!found) {
  console.error(
    'chromium: no Chromium or Chrome was found: install one (Debian: sudo apt-get install chromium) or set CHROMIUM_PATH to it.',
  )
  process.exit(1)
}
console.log(`chromium: ${found}`)
