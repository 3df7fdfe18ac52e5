/**
 * Script of a challenge in a frame: posts the state to the parent, and `abandoned` on Escape; no parent learns a
 * secret. It sends answers by fetch, as a navigation would add to the reader's history. A second click during one does
 * nothing. It runs before the content, so that no answer can be clicked before it listens.
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
