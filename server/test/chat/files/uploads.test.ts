import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { json } from 'node:stream/consumers'

import { beforeAll, describe, expect, it } from 'vitest'

import { FILES } from '@kundig/contract/limits'
import { holdTransaction } from '@kundig/testing/database/held-transaction'
import { createDocx, createPdf, createPlainImage } from '@kundig/testing/files/made-files'
import { createMovingSquare, createNoise, repeatFrames } from '@kundig/testing/files/made-images'
import { DOCX_TYPE, listStoredFiles, sendFile, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import { toCookieHeader, type Failure, type Person } from '@kundig/testing/people/test-client'
import { useTestApp } from '@kundig/testing/server/use-test-app'

// Waiting calls must outlive the checks of their test on a busy machine.
const app = useTestApp({ databaseLockTimeoutMs: 14_000 })
let bob: Person
beforeAll(async () => {
  bob = await app.profiled()
})

async function newRoom(): Promise<{ ann: Person; roomId: string }> {
  const ann = await app.profiled()
  return { ann, roomId: (await app.room(ann, bob)).id }
}

async function kept(roomId: string) {
  const [count] = await app.sql<{ messages: number; files: number; uploads: number }>(
    `SELECT (SELECT count(*)::int FROM chat_messages WHERE room_id = $1) AS messages,
            (SELECT count(*)::int FROM chat_files WHERE room_id = $1) AS files,
            (SELECT count(*)::int FROM pending_uploads WHERE room_id = $1) AS uploads`,
    [roomId],
  )
  return { ...count, stored: (await listStoredFiles(app.folder)).filter((key) => key.includes(roomId)).length }
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

function begin(who: Person, path: string, type: string, sizeBytes: number, method = 'POST') {
  const call: ClientRequest = request(`${app.url}${path}`, {
    method,
    headers: { 'content-type': type, 'content-length': sizeBytes, cookie: toCookieHeader(who) },
  })
  call.on('error', () => undefined)
  const answer = once(call, 'response').then(async ([response]) => {
    const { statusCode, headers } = response as IncomingMessage
    const body = (await json(response as IncomingMessage)) as Failure
    return { status: statusCode ?? 0, retryAfterS: Number(headers['retry-after']), body }
  })
  answer.catch(() => undefined)
  call.flushHeaders()
  return { call, answer }
}
const beginFile = (who: Person, roomId: string, sizeBytes: number) =>
  begin(who, `/api/chat-rooms/${roomId}/files?client_id=${randomUUID()}&name=a.pdf`, 'application/pdf', sizeBytes)

describe('uploads in progress', () => {
  // spec 9.11
  it('count towards ten files a minute: the eleventh is refused while ten are being stored', async () => {
    const { ann, roomId } = await newRoom()
    const held = await holdTransaction(app.databaseUrl, ['SELECT FROM chat_rooms WHERE id = $1 FOR UPDATE', roomId])
    const uploads = times(11, () => sendFile(app.url, ann, roomId, { content: createPdf() }))
    const first = await Promise.race(uploads)
    expect([first.status, first.body.code]).toEqual([429, 'UPLOAD_RATE_EXCEEDED'])
    expect(Number(first.headers.get('retry-after'))).toBe(60)
    expect(await kept(roomId)).toMatchObject({ messages: 0 })
    await held.commit()
    const statuses = (await Promise.all(uploads)).map(({ status }) => String(status))
    expect(statuses.toSorted()).toEqual([...Array<string>(10).fill('200'), '429'])
    expect(await kept(roomId)).toEqual({ messages: 10, files: 10, uploads: 0, stored: 10 })
  })

  it('stop counting when they fail: ten refused files do not prevent ten more', async () => {
    const { ann, roomId } = await newRoom()
    const bad = await Promise.all(times(10, () => sendFile(app.url, ann, roomId, { content: Buffer.from('no PDF') })))
    expect(new Set(bad.map(({ status }) => status))).toEqual(new Set([415]))
    const good = await Promise.all(times(10, () => sendFile(app.url, ann, roomId, { content: createPdf() })))
    expect(new Set(good.map(({ status }) => status))).toEqual(new Set([200]))
  })

  it('are limited to ten for each person, two of which run at a time', async () => {
    const { ann } = await newRoom()
    const picture = await createPlainImage(30, 30, 'red').png().toBuffer()
    const path = `/api/profiles/${ann.id}/picture`
    const begun = times(11, () => begin(ann, path, 'image/png', picture.length, 'PUT'))
    const refused = await Promise.race(begun.map(({ answer }) => answer))
    expect(refused).toMatchObject({
      status: 429,
      retryAfterS: 2,
      body: {
        code: 'UPLOADS_UNDER_WAY',
        message: 'Your other files are still being sent. Please try again in a moment.',
      },
    })
    for (const { call } of begun) call.end(picture)
    const statuses = (await Promise.all(begun.map(({ answer }) => answer))).map(({ status }) => String(status))
    expect(statuses.toSorted()).toEqual([...Array<string>(10).fill('200'), '429'])
  })

  it('that nearly stall do not block other people', async () => {
    const people = await Promise.all(times(12, newRoom))
    const slow = people.flatMap(({ ann, roomId }) => times(2, () => beginFile(ann, roomId, FILES.bytesMax)))
    for (const { call } of slow) call.write('%')
    const { ann, roomId } = await newRoom()
    expect(await sendFile(app.url, ann, roomId, { content: createPdf() })).toMatchObject({ status: 200 })
    for (const { call } of slow) call.destroy()
  })

  it('take at most 75 MB in all; further large files are refused until memory is free', { tags: 'slow' }, async () => {
    const people = await Promise.all(times(10, newRoom))
    const large = people.flatMap(({ ann, roomId }) => times(2, () => beginFile(ann, roomId, FILES.bytesMax)))
    for (const { call } of large) call.write(Buffer.alloc(FILES.bytesMax - 1))
    const refused = await Promise.race(large.map(({ answer }) => answer))
    expect(refused).toMatchObject({ status: 503, retryAfterS: 2, body: { code: 'UNAVAILABLE' } })
    const { ann: late, roomId } = await newRoom()
    expect(await sendFile(app.url, late, roomId, { content: createPdf() })).toMatchObject({ status: 200 })
    for (const { call } of large) call.destroy()
    // Status 415 shows that the content was refused, not the size.
    const content = Buffer.alloc(FILES.bytesMax, ' ')
    await expect.poll(async () => (await sendFile(app.url, late, roomId, { content })).status).toBe(415)
    for (const one of people) expect(await kept(one.roomId)).toMatchObject({ messages: 0, stored: 0 })
  })
})

describe('a sender of many pictures', () => {
  it('does not make another person wait for all of the pictures', { tags: 'slow' }, async () => {
    const { ann, roomId } = await newRoom()
    const { ann: cas, roomId: other } = await newRoom()
    const content = repeatFrames(await createMovingSquare(500, 400, 3), 20)
    // The picture is made before the sender's pictures are sent, because those compete for the processor.
    const picture = await createPlainImage(300, 200, 'red').jpeg().toBuffer()
    const done: string[] = []
    const many = times(7, (index) =>
      sendFileOrThrow(app.url, ann, roomId, { content, name: 'a.gif', type: 'image/gif' }).then(() =>
        done.push(`ann ${index}`),
      ),
    )
    await sendFileOrThrow(app.url, cas, other, { content: picture, name: 'a.jpg', type: 'image/jpeg' })
    expect(done.length).toBeLessThan(5)
    await Promise.all(many)
    expect(done).toHaveLength(7)
  })

  it('leaves no data of an upload that is disconnected while it waits', { tags: 'slow' }, async () => {
    const { ann, roomId } = await newRoom()
    const { ann: cas, roomId: other } = await newRoom()
    const content = await createNoise(1100, 1000, 4).png().toBuffer()
    const image = { content, name: 'a.png', type: 'image/png' }
    const others = times(2, () => sendFileOrThrow(app.url, cas, other, image))
    const query = new URLSearchParams({ client_id: randomUUID(), name: image.name }).toString()
    const { call } = begin(ann, `/api/chat-rooms/${roomId}/files?${query}`, image.type, content.length)
    await new Promise<void>((resolve) => {
      call.end(content, () => resolve())
    })
    call.destroy()
    await Promise.all(others)
    await sendFileOrThrow(app.url, ann, roomId, { content: createDocx(), name: 'b.docx', type: DOCX_TYPE })
    expect(await kept(roomId)).toEqual({ messages: 1, files: 1, uploads: 0, stored: 1 })
  })
})
