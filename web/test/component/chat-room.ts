import { expect, vi } from 'vitest'
import { page } from 'vitest/browser'

import type { ChatFile } from '@kundig/contract/chat/chat-file'
import type { Message, MessagePreview } from '@kundig/contract/chat/chat.contract'
import { drawPhoto } from '@kundig/testing/browser/in-page-images'

import { MARIEKE, READER, ROOM } from '../../development/gallery/gallery-data.ts'
import { fakeLive } from './fake-live.ts'
import { type AppOptions, openApp } from './open-app.tsx'

export const chat = page.getByRole('region', { name: /^Chat (?:with|met) /u })
export const log = chat.getByRole('log')
export const field = chat.getByRole('textbox', { name: /^(?:Message|Bericht)$/u })
export const send = chat.getByRole('button', { name: /^(?:Send|Versturen)$/u })
export const viewer = page.getByRole('dialog')
export const tray = page.getByRole('region', {
  name: /^(?:Chosen files|Sending files|Gekozen bestanden|Bestanden onderweg)$/u,
})
export const findRow = (name: string) => tray.getByRole('listitem').filter({ hasText: name })
export const listBubbles = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[role=log] .bubble')]
/** Lists the texts of the rendered messages, without times and states. */
export const listTexts = () =>
  listBubbles().map((bubble) =>
    bubble.querySelector('[dir=auto]')?.textContent.replace(/(?:edited)?\d\d:\d\d\D*$/u, ''),
  )

export function createMessage(seq: number, rest: Partial<Message> = {}): Message {
  return {
    id: `${ROOM.id}.${seq}`,
    room_id: ROOM.id,
    seq,
    sender_id: MARIEKE.id,
    client_id: crypto.randomUUID(),
    content: `Message ${seq}`,
    read: false,
    created_at: ROOM.created_at,
    updated_at: ROOM.created_at,
    ...rest,
  }
}

export const createQuote = ({ seq, sender_id, content }: Message): MessagePreview => ({ seq, sender_id, content })

export async function createChatFile(name: string, body: Blob): Promise<ChatFile> {
  const url = URL.createObjectURL(body)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await body.arrayBuffer()))
  const { width, height } = body.type.startsWith('image/')
    ? await createImageBitmap(body)
    : { width: null, height: null }
  return {
    name,
    type: body.type,
    size: body.size,
    url,
    contentHash: Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join(''),
    thumbnailUrl: width === null ? null : url,
    width,
    height,
  }
}

export function createNamedPhoto(name: string, left: string, width = 600, height = 300): File {
  const bytes = Uint8Array.from(atob(drawPhoto({ width, height, left })), (letter) => letter.codePointAt(0) ?? 0)
  return new File([bytes], name, { type: 'image/jpeg' })
}

export function createPdfFile(name: string, text = 'A few words.'): File {
  return new File([`%PDF-1.4\n% ${text}\n%%EOF\n`], name, { type: 'application/pdf' })
}

export interface RoomOptions extends AppOptions {
  messages?: readonly Message[]
  room?: Partial<typeof ROOM>
}

export async function openRoom({ messages = [], room, live, http, ...options }: RoomOptions = {}) {
  const stored = [...messages]
  const store = (rest: Partial<Message>): Message => {
    const message = createMessage(stored.length + 1, rest)
    stored.push(message)
    return message
  }
  const storeFile = async (request: Request): Promise<Response> => {
    const { searchParams } = new URL(request.url)
    const type = request.headers.get('content-type') ?? ''
    const body = new Blob([await request.arrayBuffer()], { type })
    const file = await createChatFile(searchParams.get('name') ?? '', body)
    const client_id = searchParams.get('client_id') ?? ''
    return Response.json(store({ sender_id: READER.id, client_id, content: 'Shared a file', file }))
  }
  const upload = vi.fn<(request: Request) => Response | Promise<Response>>(storeFile)
  const shown = { ...ROOM, last_seq: stored.length, read_seq: stored.length, ...room }
  const app = await openApp(`/dashboard?tab=chats&room=${ROOM.id}`, {
    rooms: [shown],
    messages: stored,
    live: {
      'message.send': ({ client_id, content, reply_to }) => {
        const original = reply_to === undefined ? undefined : stored[reply_to - 1]
        const reply = original && { reply_to: createQuote(original) }
        return { ok: true, result: store({ sender_id: READER.id, client_id, content, ...reply }) }
      },
      'room.read': (mark) => ({ ok: true, result: { ...mark, unread_count: 0, last_seq: stored.length } }),
      ...live,
    },
    http: { [`POST /api/chat-rooms/${ROOM.id}/files`]: (request) => upload(request), ...http },
    ...options,
  })
  if (shown.status === 'open') {
    await expect.element(send).toHaveAttribute('aria-disabled', 'false')
    await expect.poll(() => document.querySelector('#add-files')).toHaveAttribute('aria-disabled', 'false')
  }
  return {
    ...app,
    stored,
    upload,
    storeFile,
    receive: (content: string): void => fakeLive.emit('message.created', store({ content })),
    close: (): void =>
      fakeLive.emit('room.updated', { ...shown, status: 'closed', closed_at: '2026-03-03T09:00:00.000Z' }),
  }
}

/** Opens a message's menu by script, because the list may move below a real pointer. */
export async function openMessageMenu({ client_id }: Message): Promise<void> {
  const findButton = () => document.querySelector<HTMLElement>(`[data-menu-of="${client_id}"]`)
  await expect.poll(findButton).not.toBeNull()
  findButton()?.click()
  await expect.element(page.getByRole('menuitem').first()).toHaveFocus()
}

export function chooseFiles(...files: File[]): void {
  const input = document.querySelector<HTMLInputElement>('section input[type=file]')
  if (!input) throw new Error('There is no file field')
  input.files = createTransfer(files).files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Chooses files and sends them, together with any text in the field. */
export function sendFiles(...files: File[]): void {
  chooseFiles(...files)
  pressSend()
}

export function pressSend(): void {
  chat.element().querySelector<HTMLElement>('[type=submit]')?.click()
}

export function createTransfer(files: readonly File[]): DataTransfer {
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  return transfer
}
