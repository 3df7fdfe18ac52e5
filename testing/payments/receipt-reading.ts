import { extractText, getDocumentProxy } from 'unpdf'

import type { Person } from '../people/test-client.ts'

export interface FetchedReceipt {
  status: number
  headers: Headers
  bytes: Uint8Array
}

export async function fetchReceipt(url: string, person: Person | null, path: string): Promise<FetchedReceipt> {
  const cookie = person && Array.from(person.cookies, ([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(url + path, { headers: cookie === null ? {} : { cookie } })
  return { status: answer.status, headers: answer.headers, bytes: new Uint8Array(await answer.arrayBuffer()) }
}

/** Text of a PDF, all pages in one line, with plain spaces. */
export async function readPdfText(bytes: Uint8Array): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(Uint8Array.from(bytes)), { mergePages: true })
  return text.replace(/\s+/gu, ' ')
}
