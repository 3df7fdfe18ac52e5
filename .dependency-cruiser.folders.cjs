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
    base: ['appointment-slots.ts', 'chat.messages.ts', 'payment-slots.ts'],
    folders: {
      cache: [],
      outbox: ['cache'],
      attachments: ['cache', 'outbox'],
      composer: ['cache'],
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
      'request-limits.messages.ts',
      'profile-link.tsx',
      'request-cache.ts',
      'request-skeletons.tsx',
      'request-when.tsx',
      'use-decision.ts',
      'open-contacts.queries.ts',
    ],
    folders: { asking: [], pending: [], history: [], news: [] },
  },
  'features/profiles': {
    base: [
      'expertise-line.tsx',
      'hidden-profile-note.tsx',
      'own-profile.queries.ts',
      'profile.queries.ts',
      'profiles.messages.ts',
    ],
    folders: { experts: [], picture: [], form: ['picture'] },
  },
  app: { base: [], folders: { shell: [], 'public-pages': ['shell'] } },
}

/**
 * Folders of large features, lowest first: a folder imports only folders before it, and files beside the folders.
 * @type {Record<string, string[]>}
 */
const FOLDER_ORDER = {
  'server/src/features/payments': [
    'customers',
    'selling',
    'settlement',
    'attempts',
    'cards',
    'requests',
    'stripe-events',
    'programs',
    'stripe-try',
  ],
  'server/src/features/refunds': ['records', 'disputes', 'refunding'],
  'server/src/features/books': ['earnings', 'ledger', 'payouts', 'receipts'],
  'web/src/features/operations': [
    'decisions',
    'health',
    'settings',
    'disputes',
    'figures',
    'books',
    'payments',
    'cases',
    'people',
    'team',
    'waiting-list',
    'pages',
  ],
}

module.exports = { FOLDER_ORDER, WEB_FOLDERS }
