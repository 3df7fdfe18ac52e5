import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import type { RenderedPage, RenderPublicPage } from '@kundig/contract/site/public-pages'

import { loadPageFiles, type PageFiles } from '../platform/http/pages/page-files.ts'

export interface WebClient {
  files: PageFiles
  render: (...page: Parameters<RenderPublicPage>) => RenderedPage | Promise<RenderedPage>
}

const BUILD = fileURLToPath(new URL('../../../web/dist', import.meta.url))

/** @throws Error when the web client has not been built */
export async function loadWebClient(): Promise<WebClient> {
  return { files: await loadPageFiles(join(BUILD, 'client')), render: await loadRenderer(join(BUILD, 'server')) }
}

/** @throws Error when the renderer of pages has not been built */
async function loadRenderer(folder: string): Promise<RenderPublicPage> {
  const file = pathToFileURL(join(folder, 'entry-server.js')).href
  const module: unknown = await import(file).catch((error: unknown) => {
    throw new Error('The web application has not been built for the server: run npm run build.', { cause: error })
  })
  if (typeof module === 'object' && module !== null && 'render' in module && typeof module.render === 'function') {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build declares it by the same type
    return module.render as RenderPublicPage
  }
  throw new Error('The web application’s build for the server exports no render function')
}
