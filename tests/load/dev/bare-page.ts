import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import react from '@vitejs/plugin-react'
import { createServer } from 'vite'

const FILES = {
  'index.html': '<!doctype html><div id="root"></div><script type="module" src="/main.jsx"></script>',
  'main.jsx':
    "import { createRoot } from 'react-dom/client'\nimport { Box } from './box.jsx'\ncreateRoot(document.getElementById('root')).render(<Box />)\n",
  'box.jsx': 'export function Box() {\n  return <textarea\n />\n}\n',
} as const

export interface BarePage {
  url: string
  edit: (from: string, to: string) => Promise<void>
  close: () => Promise<void>
}

export async function serveBarePage(): Promise<BarePage> {
  const folder = await mkdtemp(join(tmpdir(), 'kundig-bare-page-'))
  for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content)
  const packages = dirname(dirname(createRequire(import.meta.url).resolve('vite/package.json')))
  await symlink(packages, join(folder, 'node_modules'))
  const vite = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    cacheDir: join(folder, 'cache'),
    plugins: [react()],
    server: { port: 0, host: 'localhost' },
  })
  await vite.listen()
  return {
    url: vite.resolvedUrls?.local[0] ?? '',
    edit: async (from, to) => {
      const file = join(folder, 'box.jsx')
      await writeFile(
        file,
        (await readFile(file, 'utf8')).replace(from, () => to),
      )
    },
    close: async () => {
      await vite.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
