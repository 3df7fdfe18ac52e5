import type { Page } from '@playwright/test'

/** Searches for experts and waits for the answer, because earlier cards would move or become inert under a click. */
export async function searchExperts(page: Page, text: string): Promise<void> {
  const answered = page.waitForResponse(
    (response) =>
      response.url().endsWith('/rpc/profiles/list') &&
      response.request().postData()?.includes(JSON.stringify(text)) === true,
    { timeout: 15_000 },
  )
  await page.getByRole('searchbox').fill(text)
  await answered
}
