import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { findHeadlessChromium, createLaunchOptions } from '@kundig/testing/browser/chromium'

/** Component tests: parts of the web application in a real Chromium, with a fake API. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // Without this list, Vite would find these packages during the tests and reload the page.
  optimizeDeps: {
    include: [
      '@mswjs/interceptors',
      '@mswjs/interceptors/WebSocket',
      '@mswjs/interceptors/XMLHttpRequest',
      '@mswjs/interceptors/fetch',
      '@orpc/client',
      '@orpc/client/fetch',
      '@orpc/contract',
      '@orpc/server',
      '@orpc/server/fetch',
      '@stripe/stripe-js/pure',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'axe-core',
      'culori',
      'idb',
      'linkify-it',
      'lucide-react',
      'react-dom/client',
      'react-easy-crop',
      'socket.io-client',
      'sonner',
      'uplot',
      'uqr',
      'virtua',
      'vitest-browser-react',
      'zod',
    ],
  },
  test: {
    name: 'component',
    include: ['{src,test}/**/*.component.test.tsx'],
    // Folder for the screenshots of the catalogue.
    env: { PICTURES: process.env['PICTURES'] ?? '' },
    setupFiles: ['./test/component/setup.tsx'],
    // All test files share one browser page.
    isolate: false,
    // A generous limit, reached only by a test that hangs.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: createLaunchOptions(findHeadlessChromium()),
        contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Amsterdam', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
    sequence: { groupOrder: 2 },
  },
})
