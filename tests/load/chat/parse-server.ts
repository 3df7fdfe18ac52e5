import { createRequire } from 'node:module'
import { join } from 'node:path'

import { freePort } from '@kundig/server/platform/http/free-port'

import { serveBench } from './child.ts'
import { PARSE_APP, PARSE_CLASS } from './parse-wire.ts'

/** As far as we use it. It is no package of ours: the bench installs it aside, in the folder `PARSE_FOLDER`. */
interface ParseServerPackage {
  ParseServer: { startApp: (options: object) => Promise<{ handleShutdown: () => Promise<void> }> }
}

const { ParseServer } = createRequire(join(process.env['PARSE_FOLDER'] ?? '', 'package.json'))(
  'parse-server',
) as ParseServerPackage

/** As its guide sets it up, without logs; whatever would slow it down is off, and it has as many connections as we. */
const port = await freePort()
const url = `http://127.0.0.1:${port}`
const app = await ParseServer.startApp({
  appId: PARSE_APP,
  masterKey: 'a master key for benchmarks only',
  databaseURI: `${process.env['DATABASE_URL'] ?? ''}?poolSize=10`,
  serverURL: `${url}/parse`,
  mountPath: '/parse',
  host: '127.0.0.1',
  port,
  schema: {
    definitions: [
      {
        className: PARSE_CLASS,
        fields: {
          room: { type: 'String' },
          sender: { type: 'String' },
          client: { type: 'String' },
          content: { type: 'String' },
        },
        classLevelPermissions: { find: { '*': true }, get: { '*': true }, count: { '*': true }, create: { '*': true } },
      },
    ],
  },
  liveQuery: { classNames: [PARSE_CLASS] },
  startLiveQueryServer: true,
  silent: true,
  verbose: false,
  logLevel: 'error',
  logsFolder: null,
})
serveBench(url, () => app.handleShutdown())
