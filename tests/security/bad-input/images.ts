import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { FILES } from '@kundig/contract/limits'
import { createPdf, createPlainImage } from '@kundig/testing/files/made-files'
import {
  measureLongestSide,
  createMovingNoise,
  createMovingSquare,
  createNoise,
  repeatFrames,
} from '@kundig/testing/files/made-images'
import {
  listStoredFiles,
  fetchContent,
  type SentFile,
  sendFile,
  sendFileOrThrow,
} from '@kundig/testing/people/file-sending'
import { toOutcome } from '@kundig/testing/people/outcome'
import { toCookieHeader } from '@kundig/testing/people/test-client'

import { times } from '../answers.ts'
import type { Report } from '../report.ts'
import type { TestEnvironment } from '../test-environment.ts'
import { waitUntil } from '../until.ts'

/** Time to wait for a wrong reaction of the server (ms). A busy server may need longer. */
const NOTICED_MS = 2000

export async function attackImages({ site, filesFolder }: TestEnvironment, report: Report): Promise<void> {
  const talkers = async () => {
    const [ann, bob] = await Promise.all([site.profiled(), site.profiled()])
    return { ann, bob, roomId: (await site.room(ann, bob)).id }
  }
  const kept = async (id: string): Promise<number> =>
    (await listStoredFiles(filesFolder).catch(() => [])).filter((key) => key.includes(id)).length

  await report.guarantee('Stored images: at most 1 MB and 1920 px', async (attempt) => {
    const { ann, bob, roomId } = await talkers()
    const images: [string, Buffer][] = [
      ['jpeg', await createNoise(1920, 1600).jpeg({ quality: 90 }).toBuffer()],
      ['png', await createNoise(1200, 1100).png().toBuffer()],
      ['png', await createNoise(1100, 1000, 4).png().toBuffer()],
      ['gif', await createMovingNoise(400, 300, 20)],
      ['gif', repeatFrames(await createMovingSquare(2000, 900, 2), 20)],
    ]
    for (const [format, content] of images) {
      const what = `${format} of ${content.length} bytes`
      const image: SentFile = { content, name: `a.${format}`, type: `image/${format}` }
      const { file } = await sendFileOrThrow(site.url, ann, roomId, image)
      const { content: stored } = await fetchContent(site.url, bob, file.url)
      await attempt(`${what}: its bytes`, () => stored.length <= FILES.image.bytesMax, true)
      await attempt(`${what}: its sides`, async () => (await measureLongestSide(stored)) <= FILES.image.sideMaxPx, true)
    }
  })

  await report.guarantee('31 large animations of one account do not delay others’ pictures', async (attempt) => {
    const { ann, roomId } = await talkers()
    const { ann: cas, roomId: other } = await talkers()
    const image: SentFile = {
      content: repeatFrames(await createMovingSquare(1000, 700, 3), 28),
      name: 'a.gif',
      type: 'image/gif',
    }
    // The picture is made before the uploads, which would compete for the processor.
    const picture = await createPlainImage(300, 200, 'red').jpeg().toBuffer()
    let done = 0
    const many = times(31, async () => {
      const came = toOutcome(await sendFile(site.url, ann, roomId, image))
      if (came === '200') done += 1
      return came
    })
    await attempt(
      'another’s picture',
      () => sendFile(site.url, cas, other, { content: picture, name: 'a.jpg', type: 'image/jpeg' }),
      '200',
    )
    await attempt('how many of the others were done by then', () => done < 5, true)
    const outcomes = await Promise.all(many)
    for (const came of new Set(outcomes)) {
      await attempt('one of many', () => came, /^(?:200|429 (?:UPLOAD_RATE_EXCEEDED|UPLOADS_UNDER_WAY))$/u)
    }
    await attempt('more than ten', () => done <= FILES.mostInWindow, true)
  })

  await report.guarantee('An aborted upload leaves nothing behind', async (attempt) => {
    const { ann, bob, roomId } = await talkers()
    const image = await createNoise(1100, 1000, 4).png().toBuffer()
    const { port, hostname, host } = new URL(site.url)
    const hangUp = async (sentBytes: number): Promise<void> => {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => undefined)
      const query = new URLSearchParams({ client_id: randomUUID(), name: 'a.png' }).toString()
      const head = [
        `POST /api/chat-rooms/${roomId}/files?${query} HTTP/1.1`,
        `Host: ${host}`,
        `Cookie: ${toCookieHeader(ann)}`,
        'Content-Type: image/png',
        `Content-Length: ${image.length}`,
        '',
        '',
      ].join('\r\n')
      socket.write(head)
      await new Promise((resolve) => {
        socket.write(image.subarray(0, sentBytes), resolve)
      })
      socket.destroy()
    }
    await Promise.all([0, 1000, image.length / 2, image.length].map((sentBytes) => hangUp(Math.floor(sentBytes))))
    await sleep(NOTICED_MS)
    const sentAgain = async (): Promise<string> =>
      toOutcome(await sendFile(site.url, ann, roomId, { content: createPdf() }))
    await attempt(
      'its place is free again',
      async () => waitUntil(async () => (await sentAgain()) === '200', 'a free place').then(() => 'free'),
      'free',
    )
    await waitUntil(async () => (await kept(roomId)) <= 1, 'the end of what was cut off').catch(() => undefined)
    await attempt('files', () => kept(roomId), 1)
    await attempt('messages', async () => (await site.allMessages(bob, roomId)).length, 1)
  })
}
