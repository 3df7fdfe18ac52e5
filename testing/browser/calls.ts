import type { BrowserContext } from '@playwright/test'

export async function callApiFromBrowser<Body = unknown>(
  context: BrowserContext,
  url: string,
  method: string,
  path: string,
  data?: unknown,
): Promise<Body> {
  const answer = await context.request.fetch(`${url}${path}`, { method, data, headers: { origin: url } })
  if (!answer.ok()) throw new Error(`${method} ${path}: ${answer.status()} ${await answer.text()}`)
  return (await answer.json()) as Body
}

export async function readUserId(context: BrowserContext, url: string): Promise<string> {
  return (await callApiFromBrowser<{ user: { id: string } }>(context, url, 'GET', '/api/session')).user.id
}
