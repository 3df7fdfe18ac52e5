import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeAll, describe, expect, it } from 'vitest'

import { FILES } from '@kundig/contract/limits'
import { holdTransaction } from '@kundig/testing/database/held-transaction'
import type { Sql } from '@kundig/testing/database/test-database'
import { createPdf, createPlainImage } from '@kundig/testing/files/made-files'
import { listStoredFiles, fetchContent, sendFile, sendFileOrThrow } from '@kundig/testing/people/file-sending'
import type { Person } from '@kundig/testing/people/test-client'
import { startServerChild } from '@kundig/testing/server/server-child'
import { createTestDatabase, TEST_SECRET } from '@kundig/testing/server/test-app'
import { useTestApp } from '@kundig/testing/server/use-test-app'

import { startApp } from '../../../src/app.ts'
import { paymentAttachments } from '../../../src/features/books/ports.ts'
import { createChatEvents } from '../../../src/features/chat/chat.events.ts'
import { startFileSweep } from '../../../src/features/chat/files/file-sweep.ts'
import { FileService } from '../../../src/features/chat/files/file.service.ts'
import { accountRestrictions } from '../../../src/features/safety/statements/restriction.service.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { findFreePort } from '../../../src/platform/http/free-port.ts'
import type { FileStorage } from '../../../src/platform/storage/file-storage.ts'
import { openFileStorage } from '../../../src/platform/storage/open-file-storage.ts'

const app = useTestApp()
let bob: Person
beforeAll(async () => {
  bob = await app.profiled()
})

async function newRoom(): Promise<{ ann: Person; roomId: string }> {
  const ann = await app.profiled()
  return { ann, roomId: (await app.room(ann, bob)).id }
}

async function kept(roomId: string, sql: Sql['query'] = app.sql, folder = app.folder) {
  const [count] = await sql<{ messages: number; files: number; uploads: number }>(
    `SELECT (SELECT count(*)::int FROM chat_messages WHERE room_id = $1) AS messages,
            (SELECT count(*)::int FROM chat_files WHERE room_id = $1) AS files,
            (SELECT count(*)::int FROM pending_uploads WHERE room_id = $1) AS uploads`,
    [roomId],
  )
  return { ...count, stored: (await listStoredFiles(folder)).filter((key) => key.includes(roomId)).length }
}
const NOTHING = { messages: 0, files: 0, uploads: 0, stored: 0 }

const outcomes = (answers: { status: number; body: { code: string } }[]): string[] =>
  answers.map(({ status, body }) => (status === 200 ? '200' : `${status} ${body.code}`)).toSorted()

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))

const lockRoom = (url: string, roomId: string) =>
  holdTransaction(url, ['SELECT FROM chat_rooms WHERE id = $1 FOR UPDATE', roomId])

const tenAndOne = [...Array<string>(10).fill('200'), '429 UPLOAD_RATE_EXCEEDED']

describe('more than 10 files in 60 seconds', () => {
  // spec 5.48, 9.11
  it('are refused: 10 of 11 concurrent files are sent, and the eleventh leaves no data', async () => {
    const { ann, roomId } = await newRoom()
    const answers = await Promise.all(times(11, () => sendFile(app.url, ann, roomId, { content: createPdf() })))
    expect(outcomes(answers)).toEqual(tenAndOne)
    expect(await kept(roomId)).toEqual({ messages: 10, files: 10, uploads: 0, stored: 10 })
  })

  // spec 9.11
  it('are refused even when half of the files go to another server, in several rooms', async () => {
    const { ann, roomId } = await newRoom()
    const otherRoomId = (await app.room(ann, bob)).id
    const port = await findFreePort()
    const second = await startApp({ ...app.settings, port, publicUrl: app.url })
    const urls = [app.url, `http://127.0.0.1:${port}`]
    const answers = await Promise.all(
      times(22, (at) => {
        const room = at % 4 < 2 ? roomId : otherRoomId
        return sendFile(urls[at % 2] ?? '', ann, room, { content: createPdf() })
      }),
    )
    expect(outcomes(answers)).toEqual([
      ...Array<string>(10).fill('200'),
      ...Array<string>(12).fill(tenAndOne[10] ?? ''),
    ])
    const all = [await kept(roomId), await kept(otherRoomId)]
    expect(all.reduce((sum, { stored }) => sum + stored, 0)).toBe(10)
    expect(all.reduce((sum, { messages = 0 }) => sum + messages, 0)).toBe(10)
    expect(all.map(({ uploads }) => uploads)).toEqual([0, 0])
    await second.close()
  })

  // spec 5.48, 8.48
  it('block further new files of the sender until the first file is a minute old', async () => {
    const { ann, roomId } = await newRoom()
    const clientId = randomUUID()
    const first = await sendFileOrThrow(app.url, ann, roomId, { content: createPdf(), clientId })
    for (const _ of times(9, () => null)) await sendFileOrThrow(app.url, ann, roomId, { content: createPdf() })
    const refused = await sendFile(app.url, ann, roomId, { content: createPdf() })
    expect(`${refused.status} ${refused.body.message}`).toBe('429 Upload rate limit exceeded')
    const wait = Number(refused.headers.get('retry-after'))
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(FILES.windowMs / 1000)

    expect(await sendFileOrThrow(app.url, ann, roomId, { content: createPdf(), clientId })).toEqual(first)
    expect((await app.send(ann, roomId, 'A text')).status).toBe(200)
    await sendFileOrThrow(app.url, bob, roomId, { content: createPdf() })

    await app.sql(
      `UPDATE chat_files SET created_at = created_at - interval '1 minute' WHERE room_id = $1 AND seq = 1`,
      [roomId],
    )
    await sendFileOrThrow(app.url, ann, roomId, { content: createPdf() })
    expect((await sendFile(app.url, ann, roomId, { content: createPdf() })).status).toBe(429)
  })
})

describe('the same file sent again', () => {
  it('is stored as one message and one file, even five times concurrently', async () => {
    const { ann, roomId } = await newRoom()
    const clientId = randomUUID()
    const answers = await Promise.all(
      times(5, () => sendFileOrThrow(app.url, ann, roomId, { content: createPdf(), clientId })),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await kept(roomId)).toEqual({ messages: 1, files: 1, uploads: 0, stored: 1 })
    expect((await fetchContent(app.url, bob, answers[0]?.file.url ?? '')).content.equals(createPdf())).toBe(true)
  })

  it('is stored as one message, even with texts under the same client id', async () => {
    const { ann, roomId } = await newRoom()
    for (const round of times(5, (at) => at + 1)) {
      const clientId = randomUUID()
      const ids = await Promise.all(
        times(6, async (at) =>
          at % 2 === 0
            ? (await sendFileOrThrow(app.url, ann, roomId, { content: createPdf(), clientId })).id
            : (await app.send(ann, roomId, 'Text', clientId)).body.id,
        ),
      )
      expect(new Set(ids)).toEqual(new Set([`${roomId}.${round}`]))
    }
    const { messages, files, uploads, stored } = await kept(roomId)
    expect([messages, uploads, stored]).toEqual([5, 0, files])
  })
})

describe('closing a room', () => {
  it('refuses a file during its upload, and keeps no part of the file', async () => {
    const { ann, roomId } = await newRoom()
    const other = await lockRoom(app.databaseUrl, roomId)
    const upload = sendFile(app.url, ann, roomId, {
      content: await createPlainImage(9, 9, 'red').png().toBuffer(),
      name: 'a.png',
      type: 'image/png',
    })
    await other.untilOthersWait()
    expect(await kept(roomId)).toEqual({ messages: 0, files: 0, uploads: 1, stored: 2 })
    await other.query(`UPDATE chat_rooms SET status = 'closed', closed_at = now() WHERE id = $1`, [roomId])
    await other.commit()
    expect(outcomes([await upload])).toEqual(['409 ROOM_CLOSED'])
    expect(await kept(roomId)).toEqual(NOTHING)
  })

  it('stores each concurrent upload before the close, or refuses the upload', async () => {
    const { ann, roomId } = await newRoom()
    const uploads = times(8, () => sendFile(app.url, ann, roomId, { content: createPdf() }))
    await uploads[0]
    await app.must(bob, 'POST', `/api/chat-rooms/${roomId}/close`)
    const answers = await Promise.all(uploads)
    const done = answers.filter(({ status }) => status === 200).length
    expect(['200', '409 ROOM_CLOSED']).toEqual(expect.arrayContaining(outcomes(answers)))
    expect(await kept(roomId)).toEqual({ messages: done, files: done, uploads: 0, stored: done })
    expect((await app.getRoom(bob, roomId)).last_seq).toBe(done)
  })
})

describe('a failing storage', () => {
  // spec 8.43
  it('returns a clear error, stores no message without a file, and does not stop the chat', async () => {
    const { ann, roomId } = await newRoom()
    const path = join(app.folder, '.incoming')
    await rm(path, { recursive: true, force: true })
    // A file in place of the folder makes writing fail.
    await writeFile(path, '')
    const { status, body } = await sendFile(app.url, ann, roomId, { content: createPdf() })
    expect([status, body.code, body.message]).toEqual([503, 'FILE_SEND_FAILED', 'Failed to send file'])
    expect(await kept(roomId)).toMatchObject({ messages: 0, files: 0, stored: 0 })
    expect((await app.send(ann, roomId, 'Then without')).body.seq).toBe(1)
    await rm(path)
    expect((await sendFileOrThrow(app.url, ann, roomId, { content: createPdf() })).seq).toBe(2)
  })

  it('discards the image if its thumbnail cannot be stored', async () => {
    const { ann, roomId } = await newRoom()
    await mkdir(join(app.folder, 'chat_rooms', roomId), { recursive: true })
    await writeFile(join(app.folder, 'chat_rooms', roomId, 'thumbnails'), '')
    const content = await createPlainImage(9, 9, 'red').png().toBuffer()
    const { body } = await sendFile(app.url, ann, roomId, { content, name: 'a.png', type: 'image/png' })
    expect(body.code).toBe('FILE_SEND_FAILED')
    expect(await kept(roomId)).toEqual({ messages: 0, files: 0, uploads: 1, stored: 1 })
  })
})

describe('an abandoned upload', () => {
  async function openFiles(change = (storage: FileStorage): FileStorage => storage, pool = 2) {
    const { logger } = app.settings
    const database = openDatabase(app.databaseUrl, pool, logger)
    const storage = change(await openFileStorage({ folder: app.folder }))
    const events = createChatEvents({
      emitToUsers: () => undefined,
      emitToUsersBut: () => undefined,
      emitToUser: () => undefined,
      emitVolatileToUser: () => undefined,
    })
    return {
      files: new FileService({
        db: database.db,
        files: storage,
        payments: paymentAttachments,
        events,
        restrictions: accountRestrictions,
        logger,
      }),
      close: async (): Promise<void> => {
        storage.close()
        await database.close()
      },
    }
  }

  it(
    'is removed after a kill between storing and sending, and the file can be sent again',
    { timeout: 120_000, tags: 'slow' },
    async () => {
      const database = await createTestDatabase()
      const dataDir = await mkdtemp(join(tmpdir(), 'kundig-killed-'))
      const folder = join(dataDir, 'files')
      const server = await startServerChild({
        DATABASE_URL: database.url,
        DATA_DIR: dataDir,
        AUTH_SECRET: TEST_SECRET,
      })
      const [one, other] = [await server.profiled(), await server.profiled()]
      const roomId = (await server.room(one, other)).id
      const content = await createPlainImage(9, 9, 'red').png().toBuffer()
      const file = { content, name: 'a.png', type: 'image/png', clientId: randomUUID() }

      const holder = await lockRoom(database.url, roomId)
      const upload = sendFile(server.url, one, roomId, file).catch(() => 'cut off')
      await holder.untilOthersWait()
      await server.kill()
      await holder.commit()
      expect(await upload).toBe('cut off')
      const left = { messages: 0, files: 0, uploads: 1, stored: 2 }
      await expect.poll(() => kept(roomId, database.sql.query, folder)).toEqual(left)

      await database.sql.query(`UPDATE pending_uploads SET created_at = created_at - interval '2 hours'`)
      await server.start()
      await expect.poll(() => kept(roomId, database.sql.query, folder)).toEqual(NOTHING)
      expect((await sendFileOrThrow(server.url, one, roomId, file)).seq).toBe(1)
      server.process.signal('SIGTERM')
      await server.process.ended
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  )

  it('is removed only when it is old, and then can no longer become a message', async () => {
    const { ann, roomId } = await newRoom()
    const other = await lockRoom(app.databaseUrl, roomId)
    const upload = sendFile(app.url, ann, roomId, { content: createPdf() })
    await other.untilOthersWait()
    const { files, close } = await openFiles()
    const sweep = () => files.sweep(new AbortController().signal)
    await sweep()
    expect(await kept(roomId)).toMatchObject({ uploads: 1, stored: 1 })
    await app.sql(`UPDATE pending_uploads SET created_at = created_at - interval '2 hours'`)
    await sweep()
    expect(await kept(roomId)).toEqual(NOTHING)
    await other.commit()
    expect(outcomes([await upload])).toEqual(['503 FILE_SEND_FAILED'])
    expect(await kept(roomId)).toEqual(NOTHING)
    expect((await app.getRoom(bob, roomId)).last_seq).toBe(0)
    await close()
  })

  it('remains when the server stops during the removal of another upload', async () => {
    const { roomId } = await newRoom()
    for (const n of [1, 2, 3]) {
      await app.sql(
        `INSERT INTO pending_uploads (room_id, stored_name, created_at) VALUES ($1, $2, now() - interval '1 day')`,
        [roomId, `${n}.pdf`],
      )
    }
    const atWork = Promise.withResolvers<void>()
    const mayGoOn = Promise.withResolvers<void>()
    const { files, close } = await openFiles((storage) => ({
      ...storage,
      delete: async (key) => {
        atWork.resolve()
        await mayGoOn.promise
        return storage.delete(key)
      },
    }))
    const stopSweep = startFileSweep({ files, logger: app.settings.logger })
    await atWork.promise
    const stopped = stopSweep()
    mayGoOn.resolve()
    await stopped
    expect(await kept(roomId)).toEqual({ ...NOTHING, uploads: 2 })
    await close()
  })

  it('holds no database connection while slow storage removes the file', async () => {
    const { ann, roomId } = await newRoom()
    await app.sql('DELETE FROM pending_uploads')
    await app.sql(
      `INSERT INTO pending_uploads (room_id, stored_name, created_at) VALUES ($1, 'a.pdf', now() - interval '1 day')`,
      [roomId],
    )
    const folder = join(app.folder, 'chat_rooms', roomId, 'files')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'a.pdf'), 'what was stored')
    const atWork = Promise.withResolvers<void>()
    const slow = await openFiles(
      (storage) => ({
        ...storage,
        delete: () => {
          atWork.resolve()
          return new Promise(() => undefined)
        },
      }),
      1,
    )
    void slow.files.sweep(new AbortController().signal)
    await atWork.promise
    await expect(slow.files.find(ann.id, roomId, 'files', 'b.pdf')).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' })
    await slow.close()
    expect(await kept(roomId)).toEqual({ ...NOTHING, uploads: 1, stored: 1 })

    // The sweep also handles a recent row, because no request waits for a removal that has begun.
    await app.sql('UPDATE pending_uploads SET created_at = now()')
    const next = await openFiles()
    await next.files.sweep(new AbortController().signal)
    await next.close()
    expect(await kept(roomId)).toEqual(NOTHING)
  })
})
