import { spawnSync } from 'node:child_process'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * `npm run screens`: writes pictures of the catalogue (web/test/catalogue) and an overview to `screens/`. Arguments go
 * to Vitest: `-- -t chats` selects the states whose names contain `chats`.
 */
const ROOT = join(import.meta.dirname, '..')
const FOLDER = join(ROOT, 'screens')

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER)
const { status } = spawnSync(
  'npx',
  ['vitest', 'run', '--project', 'component', 'catalogue', ...process.argv.slice(2)],
  {
    cwd: ROOT,
    env: { ...process.env, PICTURES: FOLDER },
    stdio: 'inherit',
  },
)

const picturesByScreen = Map.groupBy(
  (await readdir(FOLDER)).toSorted().filter((file) => file.endsWith('.png')),
  (file) => file.replace(/\.\w\w\.png$/u, ''),
)
const figures = Array.from(
  picturesByScreen,
  ([name, files]) =>
    `<h2 id="${name}">${name}</h2>${files.map((file) => `<a href="${file}"><img loading="lazy" src="${file}" alt=""></a>`).join('')}`,
)
const style =
  'body { background: #8a8a8a } img { max-height: 40rem; max-width: 60%; vertical-align: top; margin: 0 1rem 1rem 0 }'
await writeFile(
  join(FOLDER, 'index.html'),
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title><style>${style}</style>${figures.join('\n')}`,
)
process.exitCode = status ?? 1
