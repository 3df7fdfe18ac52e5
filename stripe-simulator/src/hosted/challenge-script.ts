/**
 * What a challenge's page does inside a frame: it tells the page around it how things stand, `abandoned` when the
 * reader presses Escape. The page around it is one of those that may frame it, and learns no secret. A second click
 * on an answer, while the first is under way, does nothing.
 */
export const CHALLENGE_SCRIPT = `'use strict'
const challenge = document.querySelector('[data-challenge]')
const tell = (state) => {
  if (window.parent === window || !challenge) return
  window.parent.postMessage({ type: 'stripe-simulator:3ds', id: challenge.dataset.challenge, state }, '*')
}
if (challenge) tell(challenge.dataset.state)
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') tell('abandoned')
})
let isSent = false
document.addEventListener('submit', (event) => {
  if (isSent) event.preventDefault()
  isSent = true
})
addEventListener('pageshow', () => { isSent = false })
`
