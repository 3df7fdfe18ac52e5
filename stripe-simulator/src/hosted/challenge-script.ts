/**
 * What a challenge's page does inside a frame: it tells the page around it how things stand, `abandoned` when the
 * reader presses Escape. The page around it is one of those that may frame it, and learns no secret. A second click
 * on an answer, while the first is under way, does nothing. In a frame an answer is sent without going to another
 * page: each page that a frame goes to is a step of its own on the reader's way back, which would then do nothing.
 * It runs before the page's content is there, so that no answer can be pressed before this listens.
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
  // Loaded anew, the page tells what became of it, also when it could not be sent.
  fetch(location.href, { method: 'POST', body, redirect: 'manual' }).catch(() => {}).then(() => location.reload())
})
addEventListener('pageshow', () => { isSent = false })
`
