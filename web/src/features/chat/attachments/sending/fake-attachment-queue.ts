import type { Message } from '@kundig/contract/chat/chat.contract'

import { UploadCancelled, type UploadOptions } from '../../../../platform/uploads/upload.ts'
import { AttachmentQueue, type AttachmentQueueOptions } from './attachment-queue.ts'

export const ROOM = 'room'

interface Sending extends UploadOptions {
  clientId: string
  arrive: () => void
  fail: (error: Error) => void
}

export function createQueue(options: Partial<AttachmentQueueOptions> = {}) {
  const sendings: Sending[] = []
  const prepared: string[] = []
  const stored: string[] = []
  const waits: { ms: number; end: () => void }[] = []
  let made = 0
  const queue = new AttachmentQueue({
    check: ({ name, type }) => ({ name, type, refusal: name.endsWith('.exe') ? 'FILE_TYPE_INVALID' : null }),
    prepare: (file, name) => {
      prepared.push(name)
      return Promise.resolve({ body: file, name, thumbnail: null, isReduced: name.endsWith('.gif') })
    },
    kept: { add: () => Promise.resolve(true), change: () => Promise.resolve(), remove: () => Promise.resolve() },
    ready: () => Promise.resolve(false),
    send: (_roomId, clientId, _file, upload) =>
      new Promise((resolve, reject) => {
        upload.signal.addEventListener('abort', () => reject(new UploadCancelled()))
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the queue reads only the id
        const message = { client_id: clientId } as Message
        sendings.push({ ...upload, clientId, arrive: () => resolve(message), fail: reject })
      }),
    onStored: ({ client_id }) => stored.push(client_id),
    wait: (ms, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve())
        waits.push({ ms, end: resolve })
      }),
    newId: () => `id ${++made}`,
    ...options,
  })
  const at = (index: number): Sending => {
    const sending = sendings[index]
    if (!sending) throw new Error(`Nothing was sent ${index + 1} times`)
    return sending
  }
  return {
    queue,
    sendings,
    at,
    waits,
    prepared,
    stored,
    states: () => queue.attachments.get().map(({ name, state }) => [name, state]),
  }
}

export function sendFiles(queue: AttachmentQueue, chosen: File[]): void {
  queue.add(ROOM, chosen)
  queue.send(ROOM)
}

export function createFiles(...names: string[]): File[] {
  return names.map((name) => new File(['content'], name, { type: 'application/pdf' }))
}
