import { DIALOG_STYLE } from './challenge-dialog-style.ts'
import { buildElement, type Appearance, createShadowHost } from './dom-building.ts'
import { FORM_MESSAGES } from './form-messages.ts'

/** Result of a challenge. `abandoned`: the person closed the dialog, and the challenge stays open. */
export type ChallengeEnd = 'passed' | 'failed' | 'canceled' | 'abandoned'

/** Gets a function that closes the open dialog. Returns a callback that runs when the dialog closes. */
export type OnChallenge = (close: () => void) => () => void

const ENDS: readonly string[] = ['passed', 'failed', 'canceled', 'abandoned'] satisfies ChallengeEnd[]

const isEnd = (state: unknown): state is ChallengeEnd => typeof state === 'string' && ENDS.includes(state)

/**
 * Shows a 3-D Secure challenge in a dialog until it is decided. Escape, the button and navigation close the dialog.
 * @param left aborts when the person has left the form
 */
export async function showChallengeDialog(
  address: string,
  { locale, dark }: Appearance,
  left?: AbortSignal,
  onOpen?: OnChallenge,
): Promise<ChallengeEnd> {
  const texts = FORM_MESSAGES[locale]
  const { host, root } = createShadowHost(DIALOG_STYLE, { locale, dark })
  const hosted = new URL(address)
  hosted.searchParams.set('locale', locale)
  hosted.searchParams.set('theme', dark ? 'dark' : 'light')
  hosted.searchParams.set('framed', 'true')

  const title = buildElement('h2', { id: 'title' }, texts.bank)
  const close = buildElement('button', { type: 'button', class: 'close', 'aria-label': texts.close })
  const waiting = buildElement('p', { class: 'waiting', role: 'status' }, texts.loading)
  const frame = buildElement('iframe', {
    src: hosted.href,
    title: texts.bankFrame,
    referrerpolicy: 'no-referrer',
  })
  const dialog = buildElement('dialog', { 'aria-labelledby': 'title' })
  const bar = buildElement('div', { class: 'bar' })
  const view = buildElement('div', { class: 'view' })
  bar.append(title, close)
  view.append(waiting, frame)
  dialog.append(bar, view)
  root.append(dialog)
  document.body.append(host)

  const { promise, resolve } = Promise.withResolvers<ChallengeEnd>()
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener(
    'message',
    (event: MessageEvent<unknown>) => {
      if (event.source !== frame.contentWindow || event.origin !== hosted.origin) return
      const state = readChallengeState(event.data)
      if (isEnd(state)) resolve(state)
    },
    { signal },
  )
  frame.addEventListener('load', () => waiting.remove(), { signal })
  window.addEventListener('popstate', () => resolve('abandoned'), { signal })
  left?.addEventListener('abort', () => resolve('abandoned'), { signal })
  close.addEventListener('click', () => resolve('abandoned'), { signal })
  dialog.addEventListener('close', () => resolve('abandoned'), { signal })
  // Escape closes this dialog only, and no layer of the page below the dialog.
  dialog.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') event.stopPropagation()
    },
    { signal },
  )

  dialog.showModal()
  const onClosed = onOpen?.(() => resolve('abandoned'))
  const end = await promise
  onClosed?.()
  listening.abort()
  dialog.close()
  host.remove()
  return end
}

function readChallengeState(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('state' in data)) return undefined
  return data.type === 'stripe-simulator:3ds' ? data.state : undefined
}
