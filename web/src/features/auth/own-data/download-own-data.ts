import { parseRefusal } from '../../../platform/api/answer-refusal.ts'
import { loadErrorCatalogue } from '../../../platform/api/error-catalogue.ts'

const ADDRESS = '/api/account/data'
/** Time after which the blob URL of the download is revoked (ms). */
const SAVING_MS = 60_000

/** A plain link would also save truncated data, and could not show refusals. @throws Refusal with the server's code */
export async function downloadOwnData(): Promise<void> {
  // Loads the error texts as well, because a refusal in the answer needs them.
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
