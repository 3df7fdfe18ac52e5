import { pdf } from '@kundig/testing/files/made-files'
import { sendFile } from '@kundig/testing/people/file-sending'
import type { Client, Person } from '@kundig/testing/people/test-client'

import { outcome } from '../answers.ts'
import type { GuaranteeRow } from '../guarantee-rows.ts'
import type { Caller } from './scene.ts'

/** One line of the table: whoever is not named gets what everyone else gets. */
export interface Operation {
  row: GuaranteeRow
  what: string
  act: (who: Person | null) => Promise<string>
  /** Those who are named; a visitor gets `401 NO_SESSION` unless it says otherwise. */
  named?: Partial<Record<Caller, string>>
  everyoneElse: string
}

/** What a visitor gets wherever one must be logged in. */
export const NO_SESSION = '401 NO_SESSION'

/** Ways of asking a server, each told as an outcome. */
export function asking(site: Client) {
  return {
    call:
      (method: string, path: string | (() => string | Promise<string>), body?: () => unknown) =>
      async (who: Person | null): Promise<string> =>
        outcome(await site.api(who, method, typeof path === 'string' ? path : await path(), body?.())),
    upload:
      (roomId: string) =>
      async (who: Person | null): Promise<string> =>
        outcome(await sendFile(site.url, who, roomId, { content: pdf() })),
  }
}
