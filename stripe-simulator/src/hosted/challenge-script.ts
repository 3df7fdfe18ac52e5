/**
 * Script of a challenge in a frame. It posts the state to the parent, and `abandoned` on Escape, but no secret. Answers
 * are sent by fetch, because a navigation would add a history entry. A second click during a request does nothing. The
 * script runs before the content, so that no click comes too early.
 */
export const CHALLENGE_SCRIPT = `'use strict'
const isFramed = window.parent !== window
const tell = (end) => {
  const challenge = document.querySelector('[data-challenge]')
  if (!isFramed || !challenge) return
  const { challenge: id, state } = challenge.dataset
  window.parent.postMessage({ type: 'stripe-simulator:3ds', id, state: end ?? state }, '*')
}
document.addEventListener('DOMContentLoaded', () => tell())
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('abandoned')
})
let isSent = false
document.addEventListener('submit', (event) => {
  if (isSent || isFramed) event.preventDefault()
  if (isSent) return
  isSent = true
  if (!isFramed) return
  const body = new URLSearchParams(new FormData(event.target, event.submitter))
  // The reloaded page shows the result, also after a failed request.
  fetch(location.href, { method: 'POST', body, redirect: 'manual' }).catch(() => {}).then(() => location.reload())
})
addEventListener('pageshow', () => { isSent = false })
`
