// The dependency rules of the code base, as errors. tests/architecture/dependency-rules.test.ts proves on
// tests/architecture/known-bad that each of them fires.

// dependency-cruiser reads TypeScript through the JavaScript API of TypeScript 6; without it, it silently sees nothing.
if (typeof require('typescript').createSourceFile !== 'function') {
  throw new Error(
    'The dependency rules need the TypeScript 6 API: alias the dev dependency `typescript` to @typescript/typescript6',
  )
}

/** They open the whole application. */
const COMPONENT_TESTS = '\\.component\\.test\\.tsx$'

/**
 * Which other features' services a server feature may call; the key is the caller.
 * @type {Record<string, string[]>}
 */
const SERVICE_CALLS = {
  safety: [],
  // What stands against whoever logs in.
  auth: ['safety'],
  profiles: ['safety'],
  'waiting-list': [],
  'connection-requests': ['safety', 'profiles', 'chat'],
  chat: ['safety', 'profiles'],
  payments: ['safety', 'chat', 'profiles'],
  notifications: ['profiles'],
  operations: ['safety', 'waiting-list'],
}

/**
 * The folders inside a large part of the web application, and which of the others each may import; the key is the
 * importer. `base` are the files beside the folders that all of them may import; the other files beside them put the
 * folders together, and are imported by none.
 * @type {Record<string, { base: string[], folders: Record<string, string[]> }>}
 */
const WEB_FOLDERS = {
  'features/payments': {
    base: ['section-anchors.ts', 'receipt-link.tsx'],
    folders: {
      provider: [],
      cards: ['provider'],
      selling: ['provider'],
      asking: ['provider', 'selling'],
      returning: ['cards', 'provider'],
      'own-payments': ['cards'],
      earnings: ['own-payments'],
      refunding: [],
      'request-card': ['cards', 'provider', 'refunding'],
      paying: ['cards', 'provider', 'request-card', 'returning'],
    },
  },
  'features/chat': {
    base: ['chat.messages.ts', 'payment-slots.ts'],
    folders: {
      cache: [],
      outbox: ['cache'],
      attachments: ['cache'],
      composer: [],
      messages: ['attachments', 'cache', 'outbox'],
      presence: [],
      rooms: ['attachments', 'cache', 'composer', 'messages', 'outbox', 'presence'],
    },
  },
  'features/notifications': {
    base: ['bell-cache.ts', 'notifications.queries.ts', 'settings-path.ts'],
    folders: { bell: [], muting: [], pushes: [], settings: ['pushes'] },
  },
  'features/connection-requests': {
    base: [
      'connection-requests.messages.ts',
      'connection-requests.queries.ts',
      'history.queries.ts',
      'introduction.tsx',
      'manners.messages.ts',
      'profile-link.tsx',
      'request-cache.ts',
      'request-skeletons.tsx',
      'request-when.tsx',
      'use-decision.ts',
      'waiting.queries.ts',
    ],
    folders: { asking: [], pending: [], history: [], news: [] },
  },
  'features/profiles': {
    base: ['expertise-line.tsx', 'hidden-profile-note.tsx', 'profile.queries.ts', 'profiles.messages.ts'],
    folders: { experts: [], picture: [], form: ['picture'] },
  },
  app: { base: [], folders: { shell: [], 'public-pages': ['shell'] } },
}

/** What of a server feature others may import. */
const SERVER_PUBLIC_FILES = '(\\.service|\\.module|/ports)\\.ts$'

const TESTS = ['\\.test\\.tsx?$', '\\.factory\\.tsx?$', '^(server|web|stripe-simulator)/test/', '^testing/', '^tests/']
const PRODUCTION = { path: '^(contract|server|web|stripe-simulator)/src/', pathNot: TESTS }

/**
 * The rule that lets `caller` (a pattern of folder names) call the services of `callees` only.
 * @param {string} name
 * @param {string} caller
 * @param {string[]} callees
 */
function serviceRule(name, caller, callees) {
  return {
    name,
    severity: 'error',
    comment: `This feature may call ${callees.length === 0 ? 'no other feature' : `the services of ${callees.join(', ')} only`}.`,
    from: { path: `^server/src/features/(${caller})/` },
    to: {
      path: '^server/src/features/',
      pathNot: ['^server/src/features/$1/', ...callees.map((callee) => `^server/src/features/${callee}/`)],
    },
  }
}

/** One rule per server feature, and one for a feature that the table does not know yet: it may call nobody. */
function serviceRules() {
  const known = Object.keys(SERVICE_CALLS)
  return [
    ...known.map((caller) => serviceRule(`server-${caller}-calls-listed-features-only`, caller, SERVICE_CALLS[caller])),
    serviceRule('server-unlisted-feature-calls-nobody', `(?!(?:${known.join('|')})/)[^/]+`, []),
  ]
}

/** One rule per folder of the table above, and one for a folder that it does not know yet: it may import no other. */
function webFolderRules() {
  return Object.entries(WEB_FOLDERS).flatMap(([parent, { base, folders }]) => {
    /**
     * @param {string} name
     * @param {string} folder
     * @param {string[]} imported
     */
    const rule = (name, folder, imported) => ({
      name: `web-${parent.split('/').at(-1)}-${name}`,
      severity: 'error',
      comment: `Inside ${parent} this folder may import ${imported.length === 0 ? 'no other' : `${imported.join(', ')} only`}: imports go one way.`,
      from: { path: `^web/src/${parent}/(${folder})/`, pathNot: TESTS },
      to: {
        path: `^web/src/${parent}/`,
        pathNot: [
          ...['$1', ...imported].map((allowed) => `^web/src/${parent}/${allowed}/`),
          ...base.map((file) => `^web/src/${parent}/${file}$`),
        ],
      },
    })
    const known = Object.keys(folders)
    return [
      ...known.map((folder) => rule(`${folder}-points-down`, folder, folders[folder])),
      rule('unlisted-folder-imports-no-other', `(?!(?:${known.join('|')})/)[^/]+`, []),
    ]
  })
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    // Workspaces
    {
      name: 'contract-knows-neither-side',
      severity: 'error',
      comment: 'The contract is what both sides agree on: it imports neither of them.',
      from: { path: '^contract/' },
      to: { path: '^(server|web|testing|tests)/' },
    },
    {
      name: 'contract-does-no-io',
      severity: 'error',
      comment: 'The contract runs in the browser and in the server: pure rules, no node built-ins.',
      from: { path: '^contract/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-and-web-never-meet',
      severity: 'error',
      comment:
        'server → contract ← web. Only tests of the server may have tabs of the web application talk through it.',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: ['^$1/', '^web/test/tab-messages\\.ts$'] },
    },
    {
      name: 'workspaces-meet-by-package-name',
      severity: 'error',
      comment:
        'Another workspace is imported by its package name, never by relative path: only what it exports is its surface.',
      from: { path: '^(contract|server|web|stripe-simulator|testing|tests/[^/]+)/' },
      to: {
        path: '^(contract|server|web|stripe-simulator|testing|tests/[^/]+)/',
        pathNot: '^$1/',
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'the-simulator-knows-nobody',
      severity: 'error',
      comment: 'Whoever wants a stand-in for Stripe can take it as it is: it knows nothing of Kundig.',
      from: { path: '^stripe-simulator/' },
      to: { path: '^(contract|server|web|testing|tests|scripts)/' },
    },
    {
      name: 'simulator-folders-form-no-cycle',
      severity: 'error',
      comment: 'control, http → objects, onboarding → events → store → core: no folder reaches back up.',
      scope: 'folder',
      from: { path: '^stripe-simulator/src/' },
      to: { circular: true },
    },

    // Web
    {
      name: 'web-design-system-stands-alone',
      severity: 'error',
      comment:
        'The design system has no product words: it imports itself, the limits that fields count against, and stores.',
      from: { path: '^web/src/design-system/', pathNot: COMPONENT_TESTS },
      to: {
        path: '^(web|contract)/',
        pathNot: ['^web/src/design-system/', '^web/src/platform/state/store\\.ts$', '^contract/src/limits\\.ts$'],
      },
    },
    {
      name: 'web-platform-knows-no-product',
      severity: 'error',
      comment: 'The platform serves every feature: it imports itself, the design system and the contract.',
      from: { path: '^web/src/platform/', pathNot: COMPONENT_TESTS },
      to: { path: '^web/', pathNot: '^web/src/(platform|design-system)/' },
    },
    {
      name: 'web-features-never-meet',
      severity: 'error',
      comment: 'Features meet at a route, through slots. Only the session of auth is for everyone.',
      from: { path: '^web/src/features/([^/]+)/' },
      to: {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/auth/session[^/]*\\.tsx?$'],
      },
    },
    {
      name: 'web-features-know-no-routes',
      severity: 'error',
      comment: 'Routes compose features, not the other way round.',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(routes|app)/' },
    },
    {
      name: 'web-routes-know-no-other-route',
      severity: 'error',
      comment: 'What two addresses share stands beside their folders, and knows neither.',
      from: { path: '^web/src/routes/([^/]+)' },
      to: { path: '^web/src/routes/[^/]+/', pathNot: '^web/src/routes/$1/' },
    },
    ...webFolderRules(),
    {
      name: 'only-main-imports-app',
      severity: 'error',
      comment: 'The composition root sits on top: only run (and a test that starts the whole) imports it.',
      from: {
        path: '^(server|web)/',
        pathNot: [...TESTS, '^web/src/app/', '^server/src/run\\.ts$', '^web/src/main\\.tsx$'],
      },
      to: { path: ['^web/src/app/', '^server/src/app\\.ts$'] },
    },

    // Server
    {
      name: 'server-platform-knows-no-features',
      severity: 'error',
      comment: 'The platform has no product words.',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/(features|demo)/' },
    },
    {
      name: 'server-features-import-public-files-only',
      severity: 'error',
      comment:
        'A feature is reached by its services, its module and its ports; its repository, policy, presenter and routes are its own.',
      from: { path: '^server/src/features/([^/]+)/' },
      to: { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', SERVER_PUBLIC_FILES] },
    },
    {
      name: 'server-app-imports-public-files-only',
      severity: 'error',
      comment:
        'What a feature is made of is its module’s business: the composition root gives it what it needs of others.',
      from: { path: '^server/src/app\\.ts$' },
      to: { path: '^server/src/features/', pathNot: SERVER_PUBLIC_FILES },
    },
    ...serviceRules(),
    {
      name: 'only-repositories-speak-sql',
      severity: 'error',
      comment: 'SQL lives in *.repository.ts, platform/database and the demo seed.',
      from: {
        path: '^server/src/',
        pathNot: [
          ...TESTS,
          '\\.repository\\.ts$',
          '^server/src/platform/database/',
          '^server/src/tables/',
          '^server/src/demo/',
        ],
      },
      to: { path: '(^|/)node_modules/(@types/)?(drizzle-orm|pg)/' },
    },
    {
      name: 'only-env-reads-the-environment',
      severity: 'error',
      comment: 'One reader of the environment. The linter bans the global process.env; this bans the imported one.',
      from: { path: '^(contract|server|web)/src/', pathNot: '^server/src/env\\.ts$' },
      to: { path: ['^(node:)?process$', '(^|/)node_modules/dotenv/'] },
    },

    // Everywhere
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'A cycle makes two files one. Type-only cycles count too.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment: 'A file that imports nothing and that nobody imports does nothing.',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^server/migrations/'] },
      to: {},
    },
    {
      name: 'production-never-imports-tests',
      severity: 'error',
      comment: 'Tests and factories stay out of what we ship.',
      from: PRODUCTION,
      to: { path: [...TESTS, '^scripts/'] },
    },
    {
      name: 'production-never-imports-development',
      severity: 'error',
      comment:
        'What only development has stays out of what we ship; the devtools come behind a condition of the build.',
      from: { ...PRODUCTION, pathNot: [...PRODUCTION.pathNot, '^web/src/app/(shell/)?app\\.tsx$'] },
      to: { path: '^(server|web)/development/' },
    },
    {
      name: 'production-never-imports-dev-dependencies',
      severity: 'error',
      comment: 'A dev dependency is not there in production; its types are not needed there.',
      from: PRODUCTION,
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-optional', 'type-only'] },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      comment: 'A workspace names each package it imports in its own package.json.',
      from: PRODUCTION,
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment: 'An import that cannot be found would slip through every other rule.',
      from: { path: '^(contract|server|web|stripe-simulator|testing|tests|scripts)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: {
      path: [
        '^tests/architecture/known-bad/',
        '^(server|web)/(dist|\\.data)/',
        '(^|/)(test-results|playwright-report)/',
      ],
    },
    // Type-only imports are dependencies as well.
    tsPreCompilationDeps: true,
    moduleSystems: ['es6', 'cjs'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.d.ts', '.json', '.css'],
      mainFields: ['module', 'main', 'types', 'typings'],
    },
  },
}
