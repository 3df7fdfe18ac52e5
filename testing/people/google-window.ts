import type { FakeGoogle, GoogleIdentity } from './fake-google.ts'
import { toCookieHeader, keepCookies, type Person } from './test-client.ts'

export const createBrowser = (): Person => ({ id: '', email: '', password: '', cookies: new Map() })

export async function visit(app: { url: string }, browser: Person, url: string, headers: Record<string, string> = {}) {
  const answer = await fetch(new URL(url, app.url), {
    redirect: 'manual',
    headers: { cookie: toCookieHeader(browser), ...headers },
  })
  keepCookies(browser, answer.headers.getSetCookie())
  return { status: answer.status, to: answer.headers.get('location') ?? '', page: await answer.text() }
}

export const start = (app: { url: string }, browser: Person, headers?: Record<string, string>) =>
  visit(app, browser, '/api/auth/google/start', headers)

export const callback = (query: Record<string, string>): string =>
  `/api/auth/callback/google?${new URLSearchParams(query).toString()}`

export const toChoiceUrl = (chooser: string, whom: string): string => chooser.replace('/auth?', `/choose/${whom}?`)

/** Signs in with the embedded mode's fake Google. @returns the final address */
export async function chooseFakeAccount(
  app: { url: string },
  browser: Person,
  whom: string,
  headers?: Record<string, string>,
): Promise<string> {
  const { to } = await start(app, browser, headers)
  const chosen = await visit(app, browser, toChoiceUrl(to, whom), headers)
  return (await visit(app, browser, chosen.to, headers)).to
}

/** Signs in at the fake provider with another answer. @returns the final address */
export async function returnFromGoogle(
  { app, google }: { app: { url: string }; google: FakeGoogle },
  browser: Person,
  identity: Partial<GoogleIdentity> = {},
  query: Record<string, string> = {},
): Promise<string> {
  const usual = { ...google.identity }
  Object.assign(google.identity, identity)
  const begun = new URL((await start(app, browser)).to)
  google.began(begun)
  const state = begun.searchParams.get('state') ?? ''
  const { to } = await visit(app, browser, callback({ code: 'a-code', state, ...query }))
  Object.assign(google.identity, usual)
  return to
}
