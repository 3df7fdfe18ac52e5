import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

import type { ChatFile } from '@kundig/contract/chat/chat-file'
import type { Message } from '@kundig/contract/chat/chat.contract'

import { toCookieHeader, type Failure, type Person } from './test-client.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
export const DOCX_TYPE = `${OFFICE}.wordprocessingml.document`
export const XLSX_TYPE = `${OFFICE}.spreadsheetml.sheet`
export const PPTX_TYPE = `${OFFICE}.presentationml.presentation`
export const ODT_TYPE = 'application/vnd.oasis.opendocument.text'

export interface SentFile {
  content: Buffer
  name?: string
  type?: string
  clientId?: string
  headers?: Record<string, string>
}

export type FileMessage = Omit<Message, 'status'> & { file: ChatFile }

export async function sendFile(
  url: string,
  who: Person | null,
  roomId: string,
  { content, name = 'report.pdf', type = 'application/pdf', clientId = randomUUID(), headers = {} }: SentFile,
): Promise<{ status: number; body: FileMessage & Failure; headers: Headers }> {
  const query = new URLSearchParams({ client_id: clientId, name }).toString()
  const response = await fetch(`${url}/api/chat-rooms/${roomId}/files?${query}`, {
    method: 'POST',
    headers: { 'content-type': type, ...(who ? { cookie: toCookieHeader(who) } : {}), ...headers },
    body: new Uint8Array(content),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as FileMessage & Failure }
}

export async function sendFileOrThrow(url: string, who: Person, roomId: string, file: SentFile): Promise<FileMessage> {
  const { status, body } = await sendFile(url, who, roomId, file)
  if (status !== 200) throw new Error(`${status} ${body.code}`)
  return body
}

export async function fetchContent(
  url: string,
  who: Person | null,
  path: string | null,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Headers; content: Buffer }> {
  const response = await fetch(`${url}${path ?? ''}`, {
    method,
    headers: { ...(who ? { cookie: toCookieHeader(who) } : {}), ...headers },
  })
  return { status: response.status, headers: response.headers, content: Buffer.from(await response.arrayBuffer()) }
}

export async function listStoredFiles(folder: string): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
}
