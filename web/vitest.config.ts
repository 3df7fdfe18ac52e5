import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

import { findHeadlessChromium, launchOptionsFor } from '@kundig/testing/browser/chromium'

/** Component tests: parts of the web application in a real Chromium, with a stand-in for the API. */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  // What Vite would otherwise find while tests run, and load the page again for.
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
    // Where the catalogue writes pictures.
    env: { PICTURES: process.env['PICTURES'] ?? '' },
    setupFiles: ['./test/component/setup.tsx'],
    // One page for all files.
    isolate: false,
    // How long until it hangs, not how long it takes.
    testTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: launchOptionsFor(findHeadlessChromium()),
        contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Amsterdam', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      screenshotFailures: false,
    },
    sequence: { groupOrder: 2 },
  },
})
