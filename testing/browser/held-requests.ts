import type { Page, Route } from '@playwright/test'

export interface HeldRequests {
  asked: Promise<void>
  letGo: () => void
}

/** Holds a page's requests to an address until released. @param goOn handles a released request */
export async function holdRequests(
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
