import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const config = join(root, '.dependency-cruiser.cjs')
const require = createRequire(import.meta.url)
const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')

interface Cruise {
  modules: { source: string }[]
  summary: { violations: { from: string; to: string; rule: { name: string; severity: string } }[] }
}

function cruise(folder: string, ...workspaces: string[]): Cruise {
  const output = execFileSync(
    process.execPath,
    [depcruise, '--config', config, '--output-type', 'json', ...workspaces],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
  )
  return JSON.parse(output) as Cruise
}

/** Each dependency rule with the files in tests/architecture/known-bad that it rejects. */
const EXPECTED: Record<string, string[]> = {
  'contract-knows-neither-side': ['contract/src/knows-the-server.ts'],
  'contract-does-no-io': ['contract/src/reads-a-file.ts'],
  'server-and-web-never-meet': ['web/src/routes/meets-the-server.tsx'],
  'workspaces-meet-by-package-name': [
    'contract/src/knows-the-server.ts',
    'stripe-simulator/src/knows-the-server.ts',
    'web/src/design-system/field.tsx',
    'web/src/design-system/imports-the-contract.tsx',
    'web/src/routes/meets-the-server.tsx',
  ],
  'simulator-imports-no-other-workspace': ['stripe-simulator/src/knows-the-server.ts'],
  'simulator-folders-form-no-cycle': ['stripe-simulator/src/core', 'stripe-simulator/src/store'],
  'web-design-system-stands-alone': [
    'web/src/design-system/imports-the-contract.tsx',
    'web/src/design-system/imports-the-platform.tsx',
  ],
  'web-platform-knows-no-product': ['web/src/platform/imports-a-feature.ts'],
  'web-features-never-meet': [
    'web/src/features/chat/imports-a-sibling.tsx',
    'web/src/features/chat/imports-more-of-auth.tsx',
  ],
  'web-features-know-no-routes': ['web/src/features/chat/imports-a-route.tsx'],
  'web-payments-provider-points-down': ['web/src/features/payments/provider/points-up.ts'],
  'web-payments-cards-points-down': ['web/src/features/payments/cards/points-up.ts'],
  'web-payments-selling-points-down': ['web/src/features/payments/selling/points-up.ts'],
  'web-payments-refunding-points-down': ['web/src/features/payments/refunding/points-up.ts'],
  'web-payments-asking-points-down': ['web/src/features/payments/asking/points-up.ts'],
  'web-payments-returning-points-down': ['web/src/features/payments/returning/points-up.ts'],
  'web-payments-own-payments-points-down': ['web/src/features/payments/own-payments/points-up.ts'],
  'web-payments-earnings-points-down': ['web/src/features/payments/earnings/points-up.ts'],
  'web-payments-request-card-points-down': ['web/src/features/payments/request-card/points-up.ts'],
  'web-payments-paying-points-down': ['web/src/features/payments/paying/points-up.ts'],
  'web-payments-unlisted-folder-imports-no-other': ['web/src/features/payments/refunds/points-up.ts'],
  'web-chat-cache-points-down': ['web/src/features/chat/cache/points-up.ts'],
  'web-chat-outbox-points-down': ['web/src/features/chat/outbox/points-up.ts'],
  'web-chat-attachments-points-down': ['web/src/features/chat/attachments/points-up.ts'],
  'web-chat-composer-points-down': ['web/src/features/chat/composer/points-up.ts'],
  'web-chat-presence-points-down': ['web/src/features/chat/presence/points-up.ts'],
  'web-chat-messages-points-down': ['web/src/features/chat/messages/points-up.ts'],
  'web-chat-rooms-points-down': ['web/src/features/chat/rooms/points-up.ts'],
  'web-chat-unlisted-folder-imports-no-other': ['web/src/features/chat/reactions/points-up.ts'],
  'web-notifications-bell-points-down': ['web/src/features/notifications/bell/points-up.ts'],
  'web-notifications-muting-points-down': ['web/src/features/notifications/muting/points-up.ts'],
  'web-notifications-pushes-points-down': ['web/src/features/notifications/pushes/points-up.ts'],
  'web-notifications-settings-points-down': ['web/src/features/notifications/settings/points-up.ts'],
  'web-notifications-unlisted-folder-imports-no-other': ['web/src/features/notifications/sounds/points-up.ts'],
  'web-connection-requests-asking-points-down': ['web/src/features/connection-requests/asking/points-up.ts'],
  'web-connection-requests-pending-points-down': ['web/src/features/connection-requests/pending/points-up.ts'],
  'web-connection-requests-history-points-down': ['web/src/features/connection-requests/history/points-up.ts'],
  'web-connection-requests-news-points-down': ['web/src/features/connection-requests/news/points-up.ts'],
  'web-connection-requests-unlisted-folder-imports-no-other': [
    'web/src/features/connection-requests/reminders/points-up.ts',
  ],
  'web-profiles-experts-points-down': ['web/src/features/profiles/experts/points-up.ts'],
  'web-profiles-picture-points-down': ['web/src/features/profiles/picture/points-up.ts'],
  'web-profiles-form-points-down': ['web/src/features/profiles/form/points-up.ts'],
  'web-profiles-unlisted-folder-imports-no-other': ['web/src/features/profiles/reviews/points-up.ts'],
  'web-app-shell-points-down': ['web/src/app/shell/points-up.ts'],
  'web-app-public-pages-points-down': ['web/src/app/public-pages/points-up.ts'],
  'web-app-unlisted-folder-imports-no-other': ['web/src/app/extras/points-up.ts'],
  'web-routes-know-no-other-route': [
    'web/src/routes/dashboard/imports-another-route.tsx',
    'web/src/routes/imports-a-route.tsx',
  ],
  'only-main-imports-app': ['server/src/features/chat/imports-the-app.ts', 'web/src/routes/imports-the-app.tsx'],
  'server-platform-knows-no-features': [
    'server/src/platform/imports-a-feature.ts',
    'server/src/platform/imports-a-test.ts',
  ],
  'server-features-import-public-files-only': [
    'server/src/features/chat/imports-a-policy.ts',
    'server/src/features/chat/imports-a-repository.ts',
    'server/src/features/chat/imports-routes.ts',
  ],
  'server-refunds-and-books-import-shared-files-only': ['server/src/features/books/imports-a-repository.ts'],
  'server-payments-folders-point-down': ['server/src/features/payments/selling/points-up.ts'],
  'server-refunds-folders-point-down': ['server/src/features/refunds/records/points-up.ts'],
  'server-books-folders-point-down': ['server/src/features/books/earnings/points-up.ts'],
  'web-operations-folders-point-down': ['web/src/features/operations/decisions/points-up.ts'],
  'server-app-imports-public-files-only': ['server/src/app.ts'],
  'server-safety-calls-listed-features-only': ['server/src/features/safety/calls-profiles.ts'],
  'server-auth-calls-listed-features-only': ['server/src/features/auth/calls-profiles.ts'],
  'server-profiles-calls-listed-features-only': ['server/src/features/profiles/calls-chat.ts'],
  'server-waiting-list-calls-listed-features-only': ['server/src/features/waiting-list/calls-auth.ts'],
  'server-connection-requests-calls-listed-features-only': ['server/src/features/connection-requests/calls-auth.ts'],
  'server-chat-calls-listed-features-only': ['server/src/features/chat/calls-requests.ts'],
  'server-payments-calls-listed-features-only': [
    'server/src/features/payments/calls-auth.ts',
    'server/src/features/payments/calls-refunds.ts',
  ],
  'server-refunds-calls-listed-features-only': ['server/src/features/refunds/calls-books.ts'],
  'server-books-calls-listed-features-only': ['server/src/features/books/calls-auth.ts'],
  'server-reviews-calls-listed-features-only': ['server/src/features/reviews/calls-auth.ts'],
  'server-notifications-calls-listed-features-only': ['server/src/features/notifications/calls-auth.ts'],
  'server-operations-calls-listed-features-only': ['server/src/features/operations/calls-requests.ts'],
  'server-unlisted-feature-calls-no-other': ['server/src/features/invoices/calls-profiles.ts'],
  'only-repositories-speak-sql': ['server/src/features/chat/speaks-sql.ts'],
  'only-env-reads-the-environment': ['server/src/reads-the-environment.ts', 'web/src/routes/reads-the-environment.ts'],
  'no-cycles': ['server/src/platform/cycle-one.ts'],
  'no-orphans': ['web/src/orphan.ts'],
  'production-never-imports-tests': ['server/src/platform/imports-a-test.ts'],
  'production-never-imports-development': ['server/src/platform/imports-development.ts'],
  'production-never-imports-dev-dependencies': ['server/src/platform/imports-a-dev-dependency.ts'],
  'packages-are-declared': ['server/src/platform/imports-an-undeclared-package.ts'],
  'imports-resolve': ['web/src/imports-nothing-there.ts'],
}

describe('the dependency rules', () => {
  const { workspaces, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    workspaces: string[]
    scripts: Record<string, string>
  }
  const { violations } = cruise(
    join(root, 'tests/architecture/known-bad'),
    'contract',
    'server',
    'web',
    'stripe-simulator',
  ).summary

  it('have at least one known-bad example each', () => {
    const { forbidden } = require('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] }
    const names = new Set(forbidden.map(({ name }) => name))
    expect(Object.keys(EXPECTED).toSorted()).toEqual([...names].toSorted())
  })

  it.each(Object.entries(EXPECTED))('%s reports only its own examples', (name, files) => {
    const fired = violations.filter(({ rule }) => rule.name === name).map(({ from }) => from)
    expect([...new Set(fired)].toSorted()).toEqual(files)
  })

  it('name every folder of an ordered feature', () => {
    const { FOLDER_ORDER } = require('../../.dependency-cruiser.folders.cjs') as {
      FOLDER_ORDER: Record<string, string[]>
    }
    for (const [parent, folders] of Object.entries(FOLDER_ORDER)) {
      const files = globSync(`${parent}/*/**/*.{ts,tsx}`, { cwd: root })
      const found = new Set(files.map((file) => file.slice(parent.length + 1).split('/')[0] ?? ''))
      expect([...found].toSorted(), parent).toEqual(folders.toSorted())
    }
  })

  it('have messages with a remedy, which `npm run check` prints', () => {
    const { forbidden } = require('../../.dependency-cruiser.cjs') as {
      forbidden: { name: string; comment?: string }[]
    }
    expect(forbidden.filter(({ comment }) => !/ Instead: .+\.$/u.test(comment ?? '')).map(({ name }) => name)).toEqual(
      [],
    )
    expect(scripts['check:dependencies']).toContain('--output-type err-long')
  })

  it('dependency rules are errors, never warnings', () => {
    expect(new Set(violations.map(({ rule }) => rule.severity))).toEqual(new Set(['error']))
  })

  it('are checked by `npm run check` in every workspace', () => {
    const checked = scripts['check:dependencies']?.split(' ')
    expect(checked).toEqual(expect.arrayContaining(workspaces.map((name) => name.replace('/*', ''))))
  })
})
