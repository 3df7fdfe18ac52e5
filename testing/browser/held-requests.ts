import type { Page, Route } from '@playwright/test'

export interface HeldRequests {
  /** Resolves once the page has asked. */
  asked: Promise<void>
  /** Lets go what is held; what is asked for from now on is not held. */
  letGo: () => void
}

/**
 * Holds back what a page asks for at an address, until it is let go.
 * @param goOn what becomes of each request then: it goes to the server, if nothing else is said
 */
export async function holdBack(
  page: Page,
  address: string | RegExp,
  goOn: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<HeldRequests> {
  const asked = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    asked.resolve()
    await free.promise
    await goOn(route)
  })
  return { asked: asked.promise, letGo: () => free.resolve() }
}
