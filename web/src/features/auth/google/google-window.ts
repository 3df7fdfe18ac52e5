import { GOOGLE_START_PATH, type GoogleRefusal, isGoogleRefusal } from '@kundig/contract/auth/google-sign-in'

/** Channel from the Google window to the page that opened it. */
const CHANNEL = 'kundig-google'
const FEATURES = 'popup,width=520,height=680'

export type GoogleOutcome = { ok: true } | { code: GoogleRefusal }

/** Opens the Google window. Works only during a click. @returns null when the browser blocked the window */
export function openGoogleWindow(): Window | null {
  return window.open(GOOGLE_START_PATH, CHANNEL, FEATURES)
}

export function parseOutcome(search: string): GoogleOutcome {
  const error = new URLSearchParams(search).get('error')
  if (error === null) return { ok: true }
  return { code: isGoogleRefusal(error) ? error : 'AUTHENTICATION_FAILED' }
}

/** Reports the outcome to every waiting page of this site, because Google's pages cut `window.opener`. */
export function reportOutcome(outcome: GoogleOutcome): void {
  const channel = new BroadcastChannel(CHANNEL)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel never leaves its origin
  channel.postMessage(outcome)
  channel.close()
}

export function subscribeToGoogleOutcome(listener: (outcome: GoogleOutcome) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null) return
    if ('ok' in data && data.ok === true) listener({ ok: true })
    else if ('code' in data && isGoogleRefusal(data.code)) listener({ code: data.code })
  })
  return () => channel.close()
}
