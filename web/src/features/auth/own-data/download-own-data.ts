import { parseRefusal } from '../../../platform/api/answer-refusal.ts'
import { loadErrorCatalogue } from '../../../platform/api/error-catalogue.ts'

const ADDRESS = '/api/account/data'
/** Time for the browser to begin saving (ms). */
const SAVING_MS = 60_000

/**
 * Downloads the person's data, only when complete: a link would also save a truncated file, and hide a refusal.
 * @throws Refusal the reason of the server
 */
export async function downloadOwnData(): Promise<void> {
  // Error texts must be loaded when the answer arrives.
  const [answer] = await Promise.all([fetch(ADDRESS), loadErrorCatalogue()])
  if (!answer.ok) {
    const body: unknown = await answer.json().catch(() => null)
    throw parseRefusal(body) ?? new Error(`Answered with ${answer.status}`)
  }
  const address = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = address
  link.download = /filename="?([\w.-]+)/u.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'kundig.json'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), SAVING_MS)
}
