// The dependency rules of the code base, as errors. tests/architecture/dependency-rules.test.ts proves on
// tests/architecture/known-bad that each of them fires.
// dependency-cruiser reads TypeScript through the JavaScript API of TypeScript 6; without it, it silently sees nothing.
if (typeof require('typescript').createSourceFile !== 'function') {
  throw new Error(
    'The dependency rules need the TypeScript 6 API: alias the dev dependency `typescript` to @typescript/typescript6',
  )
}

const { FOLDER_ORDER, WEB_FOLDERS } = require('./.dependency-cruiser.folders.cjs')

/** These open the whole application. */
const COMPONENT_TESTS = '\\.component\\.test\\.tsx$'

/**
 * Which other features' services a server feature may call; the key is the caller.
 * @type {Record<string, string[]>}
 */
const SERVICE_CALLS = {
  safety: [],
  // A login checks the account's restrictions.
  auth: ['safety'],
  profiles: ['safety'],
  'waiting-list': [],
  'connection-requests': ['safety', 'profiles', 'chat'],
  chat: ['safety', 'profiles'],
  payments: ['safety', 'chat', 'profiles'],
  // Calls go down along books → refunds → payments → chat; the other way goes by ports (decision 152).
  refunds: ['payments', 'chat'],
  books: ['refunds', 'payments', 'chat', 'profiles'],
  notifications: ['profiles'],
  reviews: ['safety', 'profiles'],
  // On top: none of these may call it.
  operations: ['auth', 'safety', 'waiting-list', 'profiles', 'chat', 'payments', 'refunds', 'books', 'reviews'],
}

/** Files of a server feature that other features may import. */
const SERVER_PUBLIC_FILES = '(\\.service|\\.module|/ports)\\.ts$'

/**
 * Files of payments and refunds that the features above them may import, too: those write rows that depend on rows of
 * the features below, under the lock of the payment.
 */
const SHARED_PAYMENT_FILES = [
  '^server/src/features/payments/(our-account|stripe-profile\\.repository)\\.ts$',
  '^server/src/features/payments/settlement/payment-(intent|request\\.(policy|presenter|repository))\\.ts$',
  '^server/src/features/payments/(attempts/payment-attempt|stripe-events/stripe-event)\\.repository\\.ts$',
  '^server/src/features/refunds/(records/(dispute|refund)|refunding/refund-request)\\.repository\\.ts$',
  '^server/src/features/refunds/records/stripe-refund\\.ts$',
]

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
    comment: `This feature may call ${callees.length === 0 ? 'no other feature' : `the services of ${callees.join(', ')} only`}. Instead: declare a port in this feature’s ports.ts, implement it in the other one, and connect both in app.ts.`,
    from: { path: `^server/src/features/(${caller})/` },
    to: {
      path: '^server/src/features/',
      pathNot: ['^server/src/features/$1/', ...callees.map((callee) => `^server/src/features/${callee}/`)],
    },
  }
}

/** One rule per server feature, and one for features that are not in the table yet: they may call no other. */
function serviceRules() {
  const known = Object.keys(SERVICE_CALLS)
  return [
    ...known.map((caller) => serviceRule(`server-${caller}-calls-listed-features-only`, caller, SERVICE_CALLS[caller])),
    serviceRule('server-unlisted-feature-calls-no-other', `(?!(?:${known.join('|')})/)[^/]+`, []),
  ]
}

/** Rules that let each folder of `FOLDER_ORDER` import only the folders before it. */
function folderOrderRules() {
  return Object.entries(FOLDER_ORDER).flatMap(([parent, folders]) =>
    folders.slice(0, -1).map((folder, place) => ({
      name: `${parent.replace('/src/features/', '-')}-folders-point-down`,
      severity: 'error',
      comment:
        'A folder imports only folders before it in FOLDER_ORDER, and files beside the folders. Instead: pass the value in from above, or move the shared part down.',
      from: { path: `^${parent}/${folder}/`, pathNot: TESTS },
      to: { path: `^${parent}/(${folders.slice(place + 1).join('|')})/` },
    })),
  )
}

/** One rule per folder of `WEB_FOLDERS`, and one for folders that are not in it yet: they may import no other. */
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
      comment: `Inside ${parent} this folder may import ${imported.length === 0 ? 'no other' : `${imported.join(', ')} only`}: imports go one way. Instead: let a file beside the folders pass it in as a prop, or add the folder to WEB_FOLDERS.`,
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
      comment:
        'The contract is what both sides agree on: it imports neither of them. Instead: move the shared part into contract/.',
      from: { path: '^contract/' },
      to: { path: '^(server|web|testing|tests)/' },
    },
    {
      name: 'contract-does-no-io',
      severity: 'error',
      comment:
        'The contract runs in the browser and in the server: pure rules, no node built-ins. Instead: take the value as a parameter, or move the code to server/.',
      from: { path: '^contract/src/', pathNot: TESTS },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'server-and-web-never-meet',
      severity: 'error',
      comment:
        'server → contract ← web. Only tests of the server may have tabs of the web application talk through it. Instead: move the shared part into contract/.',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: ['^$1/', '^web/test/tab-messages\\.ts$'] },
    },
    {
      name: 'workspaces-meet-by-package-name',
      severity: 'error',
      comment:
        'Another workspace is imported by its package name, never by relative path: only what it exports is its surface. Instead: import @kundig/… and list the file in the exports of its package.json.',
      from: { path: '^(contract|server|web|stripe-simulator|testing|tests/[^/]+)/' },
      to: {
        path: '^(contract|server|web|stripe-simulator|testing|tests/[^/]+)/',
        pathNot: '^$1/',
        dependencyTypes: ['local'],
      },
    },
    {
      name: 'simulator-imports-no-other-workspace',
      severity: 'error',
      comment:
        'The simulator contains nothing of Kundig, so that other projects can use it unchanged. Instead: copy the needed type, or pass the value in through the simulator’s options.',
      from: { path: '^stripe-simulator/' },
      to: { path: '^(contract|server|web|testing|tests|scripts)/' },
    },
    {
      name: 'simulator-folders-form-no-cycle',
      severity: 'error',
      comment:
        'control, http → objects, onboarding → events → store → core: no folder reaches back up. Instead: move the shared part down into core, or pass it in as a parameter.',
      scope: 'folder',
      from: { path: '^stripe-simulator/src/' },
      to: { circular: true },
    },

    // Web
    {
      name: 'web-design-system-stands-alone',
      severity: 'error',
      comment:
        'The design system has no product words: it imports itself, the limits and repairs of fields, stores, and `useHydrated`. Instead: pass texts and data in as props.',
      from: { path: '^web/src/design-system/', pathNot: COMPONENT_TESTS },
      to: {
        path: '^(web|contract)/',
        pathNot: [
          '^web/src/design-system/',
          '^web/src/platform/(?:state/store|hydrated)\\.ts$',
          '^contract/src/(?:limits|texts/repair-text)\\.ts$',
        ],
      },
    },
    {
      name: 'web-platform-knows-no-product',
      severity: 'error',
      comment:
        'The platform serves every feature: it imports itself, the design system and the contract. Instead: move the file to the feature, or pass the part in as a parameter.',
      from: { path: '^web/src/platform/', pathNot: COMPONENT_TESTS },
      to: { path: '^web/', pathNot: '^web/src/(platform|design-system)/' },
    },
    {
      name: 'web-features-never-meet',
      severity: 'error',
      comment:
        'Features meet at a route, through slots. Only the session of auth is for everyone. Instead: let the route pass a component or a function into a slot (a prop) of this feature.',
      from: { path: '^web/src/features/([^/]+)/' },
      to: {
        path: '^web/src/features/',
        pathNot: ['^web/src/features/$1/', '^web/src/features/auth/session[^/]*\\.tsx?$'],
      },
    },
    {
      name: 'web-features-know-no-routes',
      severity: 'error',
      comment:
        'Routes compose features, not the other way round. Instead: take the path or the component as a prop from the route.',
      from: { path: '^web/src/features/' },
      to: { path: '^web/src/(routes|app)/' },
    },
    {
      name: 'web-routes-know-no-other-route',
      severity: 'error',
      comment:
        'What two addresses share stands beside their folders, and knows neither. Instead: move the shared file up to web/src/routes/, or into a feature.',
      from: { path: '^web/src/routes/([^/]+)' },
      to: { path: '^web/src/routes/[^/]+/', pathNot: '^web/src/routes/$1/' },
    },
    ...webFolderRules(),
    {
      name: 'only-main-imports-app',
      severity: 'error',
      comment:
        'The composition root sits on top: only run (and a test that starts the whole) imports it. Instead: pass the value in from app.ts (server) or main.tsx (web).',
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
      comment: 'The platform has no product words. Instead: take it as an option, which app.ts fills from the feature.',
      from: { path: '^server/src/platform/' },
      to: { path: '^server/src/(features|demo)/' },
    },
    {
      name: 'server-features-import-public-files-only',
      severity: 'error',
      comment:
        'A feature is reached by its services, its module and its ports; its repository, policy, presenter and routes are its own. Instead: add a method to that feature’s *.service.ts and call it.',
      from: { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/(refunds|books)/' },
      to: { path: '^server/src/features/', pathNot: ['^server/src/features/$1/', SERVER_PUBLIC_FILES] },
    },
    {
      name: 'server-refunds-and-books-import-shared-files-only',
      severity: 'error',
      comment:
        'Refunds and the books share rows with payments, and of those the listed files alone. Instead: add a method to that feature’s *.service.ts and call it.',
      from: { path: '^server/src/features/(refunds|books)/' },
      to: {
        path: '^server/src/features/',
        pathNot: ['^server/src/features/$1/', SERVER_PUBLIC_FILES, ...SHARED_PAYMENT_FILES],
      },
    },
    {
      name: 'server-app-imports-public-files-only',
      severity: 'error',
      comment:
        'What a feature is made of is its module’s business: the composition root gives it what it needs of others. Instead: return it from the feature’s *.module.ts, or add it to ports.ts.',
      from: { path: '^server/src/(app\\.ts$|site/)' },
      to: { path: '^server/src/features/', pathNot: SERVER_PUBLIC_FILES },
    },
    ...serviceRules(),
    ...folderOrderRules(),
    {
      name: 'only-repositories-speak-sql',
      severity: 'error',
      comment:
        'SQL lives in *.repository.ts, platform/database and the demo seed. Instead: move the query into a *.repository.ts beside this file.',
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
      comment:
        'One reader of the environment. The linter bans the global process.env; this bans the imported one. Instead: read it in server/src/env.ts, and pass the setting in as an option.',
      from: { path: '^(contract|server|web)/src/', pathNot: '^server/src/env\\.ts$' },
      to: { path: ['^(node:)?process$', '(^|/)node_modules/dotenv/'] },
    },

    // Everywhere
    {
      name: 'no-cycles',
      severity: 'error',
      comment:
        'A cycle makes two files one. Type-only cycles count too. Instead: move what both files need into a third one.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      severity: 'error',
      comment:
        'A file without imports that no other file imports has no effect. Instead: delete the file, or import it where it is needed.',
      from: { orphan: true, pathNot: ['\\.d\\.ts$', '\\.config\\.ts$', '^server/migrations/'] },
      to: {},
    },
    {
      name: 'production-never-imports-tests',
      severity: 'error',
      comment:
        'Tests and factories stay out of what we ship. Instead: move the shared code into src/, and import it in the test.',
      from: PRODUCTION,
      to: { path: [...TESTS, '^scripts/'] },
    },
    {
      name: 'production-never-imports-development',
      severity: 'error',
      comment:
        'What only development has stays out of what we ship; the devtools come behind a condition of the build. Instead: pass it in from development/, as server/development/main.ts does with the Vite client.',
      from: { ...PRODUCTION, pathNot: [...PRODUCTION.pathNot, '^web/src/app/(shell/)?app\\.tsx$'] },
      to: { path: '^(server|web)/development/' },
    },
    {
      name: 'production-never-imports-dev-dependencies',
      severity: 'error',
      comment:
        'A dev dependency is not there in production; its types are not needed there. Instead: move the package to dependencies of the workspace, or import its types alone.',
      from: PRODUCTION,
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['npm', 'npm-optional', 'type-only'] },
    },
    {
      name: 'packages-are-declared',
      severity: 'error',
      comment:
        'A workspace names each package it imports in its own package.json. Instead: npm install --save-exact -w WORKSPACE PACKAGE@VERSION.',
      from: PRODUCTION,
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'imports-resolve',
      severity: 'error',
      comment:
        'An import that cannot be found would slip through every other rule. Instead: correct the path, or run npm install.',
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
