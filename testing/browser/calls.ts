import type { BrowserContext } from '@playwright/test'

/**
 * Calls the API as whoever is logged in at a browser, without its pages.
 * @throws Error when it does not succeed
 */
export async function callAs<Body = unknown>(
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

/** The id of whoever is logged in at a browser. */
export async function idOf(context: BrowserContext, url: string): Promise<string> {
  return (await callAs<{ user: { id: string } }>(context, url, 'GET', '/api/session')).user.id
}
