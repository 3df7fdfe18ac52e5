import { expectNoViolations } from '@kundig/testing/browser/accessibility'
import { chatOn, FILE_CALL, FILE_MAX, makeNamedPhoto, makePdf, openChats } from '@kundig/testing/browser/chat-files'
import { colourOf } from '@kundig/testing/browser/colours'
import { holdBack } from '@kundig/testing/browser/held-requests'
import { lookAt, makeNoise, makePhoto } from '@kundig/testing/browser/images'
import { LOOKS } from '@kundig/testing/browser/looks'
import { expect, test } from '@kundig/testing/browser/people'

test('a large image is made smaller before it is sent, and a transparent one stays transparent', async ({ people }) => {
  const { asker, expert } = await openChats(people)
  const sent = new Map<string, number>()
  asker.page.on('requestfinished', async (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const bytes = Number(await request.headerValue('content-length'))
    if (pathname.endsWith('/files')) sent.set(searchParams.get('name') ?? '', bytes)
  })
  const images = [await makeNoise(asker.page, 'jpeg', 2400, 1000), await makeNoise(asker.page, 'png', 1000, 900)]
  for (const { buffer } of images) {
    expect(buffer.length).toBeGreaterThan(1024 * 1024)
    expect(buffer.length).toBeLessThan(FILE_MAX)
  }
  await chatOn(asker.page).choose(...images)
  const { log, viewer } = chatOn(expert.page)
  await log.getByRole('button', { name: /noise\.jpg/u }).click()
  const size = await lookAt(viewer.getByRole('img', { name: 'noise.jpg' }))
  expect(size.width).toBe(1920)
  expect(size.height).toBe(800)
  await expert.page.keyboard.press('Escape')
  await log.getByRole('button', { name: /noise\.png/u }).click()
  const isTransparent = await viewer.getByRole('img', { name: 'noise.png' }).evaluate(async (element) => {
    if (!(element instanceof HTMLImageElement)) throw new Error('Not an image')
    await element.decode()
    const context = new OffscreenCanvas(element.naturalWidth, element.naturalHeight).getContext('2d')
    context?.drawImage(element, 0, 0)
    const { data } = context?.getImageData(0, 0, element.naturalWidth, element.naturalHeight) ?? { data: [] }
    return data.some((value, index) => index % 4 === 3 && value < 255)
  })
  expect(isTransparent).toBe(true)
  await expect.poll(() => sent.size).toBe(2)
  for (const [name, bytes] of sent) {
    expect(bytes, name).toBeGreaterThan(1024)
    expect(bytes, name).toBeLessThanOrEqual(1024 * 1024)
  }
})

test('images open in a viewer, which is used by keyboard alone and gives the focus back', async ({ people }) => {
  const { asker } = await openChats(people)
  const { page } = asker
  const { log, viewer, choose } = chatOn(page)
  for (const [index, colour] of ['#d00', '#0a0', '#00d'].entries()) {
    await choose(await makeNamedPhoto(page, `${index + 1}.jpg`, colour))
    await expect(log.getByRole('img', { name: `${index + 1}.jpg` })).toBeVisible()
  }
  const second = log.getByRole('button', { name: /2\.jpg/u })
  await second.focus()
  await page.keyboard.press('Enter')
  await expect(viewer.getByRole('heading', { name: '2.jpg' })).toBeVisible()
  await expect(viewer).toContainText(/You, \w+/u)
  await expect(viewer.getByRole('status').filter({ hasText: '2 of 3' })).toBeVisible()
  expect(await lookAt(viewer.getByRole('img'))).toMatchObject({ width: 600, left: 'green' })
  await page.keyboard.press('ArrowRight')
  expect(await lookAt(viewer.getByRole('img', { name: '3.jpg' }))).toMatchObject({ left: 'blue' })
  // There is nothing behind the last one.
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('3 of 3')
  await page.keyboard.press('Home')
  expect(await lookAt(viewer.getByRole('img', { name: '1.jpg' }))).toMatchObject({ left: 'red' })
  const downloading = page.waitForEvent('download')
  await viewer.getByRole('link', { name: 'Download' }).press('Enter')
  expect((await downloading).suggestedFilename()).toBe('1.jpg')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(second).toBeFocused()
})

test('an image that does not come is asked for again when someone wants it', async ({ people }) => {
  const { asker } = await openChats(people)
  const { page } = asker
  const { log, viewer, choose } = chatOn(page)
  await choose(await makeNamedPhoto(page, 'roof.jpg', '#0a0'))
  await expect(log.getByRole('img', { name: 'roof.jpg' })).toBeVisible()
  await page.route(/\/files\/(?!.*thumbnail)/u, (route) => route.abort())
  await log.getByRole('button', { name: /roof\.jpg/u }).click()
  await expect(viewer.getByRole('alert')).toContainText('The image could not be loaded')
  await page.unrouteAll()
  // It says so until the image is there.
  const files = await holdBack(page, /\/files\/(?!.*thumbnail)/u)
  const retry = viewer.getByRole('button', { name: 'Try again' })
  await retry.click()
  await expect(retry).toHaveAttribute('aria-busy', 'true')
  await expect(retry).toBeFocused()
  files.letGo()
  expect(await lookAt(viewer.getByRole('img', { name: 'roof.jpg' }))).toMatchObject({ left: 'green' })
  await expect(viewer.getByRole('alert')).toHaveCount(0)
})

test('a finger swipes from one image to the next', async ({ people }) => {
  const { asker } = await openChats(people, [{ width: 375, height: 812 }])
  const { page } = asker
  const { log, viewer, choose } = chatOn(page)
  await choose(await makeNamedPhoto(page, 'one.jpg', '#d00'), await makeNamedPhoto(page, 'two.jpg', '#00d'))
  await expect(log.locator('.bubble')).toHaveCount(2)
  await log
    .getByRole('button', { name: /^Open: Your picture: /u })
    .first()
    .click()
  const name = await viewer.getByRole('heading').textContent()
  const swipe = async (from: number, to: number): Promise<void> => {
    const stage = viewer.getByRole('img')
    const touch = (clientX: number) => [{ identifier: 1, clientX, clientY: 400 }]
    await stage.dispatchEvent('touchstart', { touches: touch(from), changedTouches: touch(from) })
    await stage.dispatchEvent('touchend', { touches: [], changedTouches: touch(to) })
  }
  await swipe(300, 100)
  await expect(viewer).toContainText('2 of 2')
  await swipe(100, 120)
  await expect(viewer).toContainText('2 of 2')
  await swipe(100, 300)
  await expect(viewer).toContainText('1 of 2')
  await expect(viewer.getByRole('heading')).toHaveText(name ?? '')
})

test('an image is zoomed by a double press and by keys, and moved while it is', async ({ people }) => {
  const { asker } = await openChats(people)
  const { page } = asker
  const { log, viewer, choose } = chatOn(page)
  for (const [name, colour] of [
    ['1.jpg', '#d00'],
    ['2.jpg', '#0a0'],
  ] as const) {
    await choose({ ...(await makePhoto(page, { width: 1600, height: 1200, left: colour })), name })
    await expect(log.getByRole('img', { name })).toBeVisible()
  }
  await log.getByRole('button', { name: /1\.jpg/u }).click()
  const image = viewer.getByRole('img', { name: '1.jpg' })
  await expect(image).toBeVisible()
  const widthOf = async (): Promise<number> =>
    image.evaluate((element) => {
      if (!(element instanceof HTMLImageElement)) throw new Error('Not an image')
      const { width, height } = element.getBoundingClientRect()
      return Math.min(element.naturalWidth, width, (height * element.naturalWidth) / element.naturalHeight)
    })
  // It has a size once it has loaded.
  await expect.poll(widthOf).toBeGreaterThan(0)
  const before = await widthOf()
  const frame = await image.boundingBox()
  if (!frame) throw new Error('Nothing to press')
  const point = { x: frame.width / 2 + before / 4, y: frame.height / 2 }
  await image.dblclick({ position: point })
  await expect.poll(widthOf).toBeCloseTo(Math.min(1600, 2 * before), 0)
  // The place that was pressed is where it was: at three quarters of the image's width.
  const zoomed = await image.boundingBox()
  expect(((frame.x + point.x - (zoomed?.x ?? 0)) / (zoomed?.width ?? 1)).toFixed(2)).toBe('0.75')
  // The arrow keys move it, and lead to no other image.
  await page.keyboard.press('ArrowLeft')
  await expect.poll(async () => (await image.boundingBox())?.x).toBeGreaterThan(zoomed?.x ?? 0)
  await expect(viewer).toContainText('1 of 2')
  await page.keyboard.press('0')
  await expect.poll(widthOf).toBeCloseTo(before, 0)
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await expect.poll(async () => (await image.boundingBox())?.width).toBeCloseTo(4 * before, 0)
  await viewer.getByRole('button', { name: 'Zoom out' }).click()
  await expect.poll(widthOf).toBeCloseTo(before, 0)
  await page.keyboard.press('ArrowRight')
  await expect(viewer).toContainText('2 of 2')
})

test('images are looked at on dark in either mode', async ({ people }) => {
  const { asker } = await openChats(people)
  const { page } = asker
  const { log, viewer, choose } = chatOn(page)
  await choose(await makeNamedPhoto(page, 'roof.jpg', '#0a0'))
  await log.getByRole('button', { name: /roof\.jpg/u }).click()
  const { red, green, blue } = await colourOf(viewer)
  expect(Math.max(red, green, blue)).toBeLessThan(64)
})

test('a press on an image counts while the list still scrolls', async ({ people }) => {
  const { asker } = await openChats(people)
  const { page } = asker
  const { log, choose } = chatOn(page)
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) await choose(await makeNamedPhoto(page, name, '#d00'))
  await expect(log.getByRole('img')).toHaveCount(3)
  const reached = await log.evaluate(async (box) => {
    const button = [...box.querySelectorAll('button')].at(-1)
    if (!button) throw new Error('There is nothing to press')
    box.scrollTop -= 20
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const { left, width, top } = button.getBoundingClientRect()
    return document.elementFromPoint(left + width / 2, top + 20)?.closest('button') === button
  })
  expect(reached).toBe(true)
})

for (const [name, look] of LOOKS) {
  test(`files in a chat have no accessibility violations (${name})`, async ({ people }) => {
    const { asker } = await openChats(people, [look])
    const { page } = asker
    const { log, tray, viewer, choose } = chatOn(page)
    await choose(await makeNamedPhoto(page, 'red.jpg', '#d00'), makePdf(`${'long '.repeat(30)}name.pdf`))
    await expect(log.locator('.bubble')).toHaveCount(2)
    await page.route(FILE_CALL, () => undefined)
    await choose(
      await makeNamedPhoto(page, 'green.jpg', '#0a0'),
      { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') },
      makePdf('waiting.pdf'),
    )
    await expect(tray.getByRole('alert')).toBeVisible()
    // What waits for its turn has no bar yet.
    await expect(tray.getByRole('progressbar')).toHaveCount(1)
    await expect(tray.locator('img')).toHaveCount(1)
    await expectNoViolations(page)
    expect(await log.evaluate((box) => box.scrollWidth - box.clientWidth)).toBeLessThanOrEqual(0)
    await log.getByRole('button', { name: /red\.jpg/u }).click()
    await expect(viewer.getByRole('img')).toBeVisible()
    await expectNoViolations(page)
  })
}
