import { refusalIn } from '../../../platform/api/answer-refusal.ts'
import { loadErrorCatalogue } from '../../../platform/api/error-catalogue.ts'

const ADDRESS = '/api/account/data'
/** How long the browser may take to begin saving (ms). */
const SAVING_MS = 60_000

/**
 * Saves the file with everything that is kept of whoever is logged in. Only once all of it is there: a link to the address
 * would save what was cut off, too, and leave a refusal without words.
 * @throws Refusal why there is none now
 */
export async function downloadOwnData(): Promise<void> {
  // What may be refused must be known when it is answered.
  const [answer] = await Promise.all([fetch(ADDRESS), loadErrorCatalogue()])
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null)
    throw refusalIn(body) ?? new Error(`Answered with ${answer.status}`)
  }
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = /filename="?([\w.-]+)/u.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'kundig.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS)
}
