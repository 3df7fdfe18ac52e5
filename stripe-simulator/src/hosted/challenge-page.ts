import type { Challenge } from './hosted-actions.ts'
import { type PageContext, renderPage } from './hosted-layout.ts'
import { html, type Markup } from './markup.ts'
import { formatMoney } from './money-and-dates.ts'

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export function renderChallengePage(context: PageContext, challenge: Challenge): string {
  const { texts } = context
  const [title, body] =
    challenge.state === 'open' ? renderQuestion(context, challenge) : renderChallengeResult(context, challenge)
  return renderPage(
    context,
    title,
    html`<section
      class="panel"
      data-challenge="${challenge.id}"
      data-state="${challenge.state}"
      aria-label="${texts.challengeTitle}"
    >
      ${body}
    </section>`,
    { withScript: true },
  )
}

function renderQuestion({ language, texts }: PageContext, challenge: Challenge): [string, Markup] {
  const { kind, amount, currency, brand, last4 } = challenge
  const name = BRANDS[brand] ?? brand
  const sum =
    amount === null || currency === null
      ? null
      : html`<p class="sum">
          <span class="quiet">${texts.amount}</span> <strong>${formatMoney(language, amount, currency)}</strong>
        </p>`
  return [
    texts.challengeTitle,
    html`<div class="card" role="img" aria-label="${texts.card}: ${texts.cardEnding(name, last4)}">
        <span class="chip"></span><span class="number">•••• ${last4}</span><span class="brand">${name}</span>
      </div>
      <h1>${texts.challengeTitle}</h1>
      <p>${kind === 'setup' ? texts.challengeSetup : texts.challengePayment}</p>
      ${sum}
      <form method="post">
        <p class="quiet" id="choose">${texts.chooseAnswer}</p>
        <div class="buttons">
          <button class="primary" name="outcome" value="pass" aria-describedby="choose">${texts.complete}</button>
          <button class="danger" name="outcome" value="fail" aria-describedby="choose">${texts.fail}</button>
        </div>
      </form>`,
  ]
}

function renderChallengeResult({ texts }: PageContext, { state, returnUrl }: Challenge): [string, Markup] {
  const [title, text, kind] =
    state === 'passed'
      ? [texts.passedTitle, texts.passedText, 'good']
      : state === 'failed'
        ? [texts.failedTitle, texts.failedText, 'bad']
        : [texts.canceledTitle, texts.canceledText, 'none']
  const next =
    returnUrl === null
      ? html`<p class="quiet">${texts.closeThis}</p>`
      : html`<div class="buttons"><a class="button primary" href="${returnUrl}">${texts.goOn}</a></div>`
  return [
    title,
    html`<div class="seal ${kind}" aria-hidden="true"></div>
      <h1>${title}</h1>
      <p>${text}</p>
      ${next}`,
  ]
}
