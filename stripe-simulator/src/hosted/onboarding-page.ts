import type { Onboarding, OnboardingOutcome } from './hosted-actions.ts'
import { type PageContext, renderPage } from './hosted-layout.ts'
import { html, type Markup } from './markup.ts'
import { formatCountry } from './money-and-dates.ts'

/** Page of an onboarding. @param session created by opening the single-use link; the form sends this session */
export function renderOnboardingPage(context: PageContext, onboarding: Onboarding, session: string): string {
  const { language, texts } = context
  const { accountId, displayName, email, country, due } = onboarding
  const row = (name: string, value: string | null): Markup =>
    html`<div>
      <dt>${name}</dt>
      <dd>${value ?? html`<span class="quiet">${texts.notGiven}</span>`}</dd>
    </div>`
  const wayOut = (outcome: OnboardingOutcome, look: string, label: string, text: string): Markup =>
    html`<li>
      <p id="${outcome}-text">${text}</p>
      <button class="${look}" name="outcome" value="${outcome}" aria-describedby="${outcome}-text">${label}</button>
    </li>`

  const asked =
    due.length === 0
      ? html`<p>${texts.nothingDue}</p>`
      : html`<ul class="due">
          ${due.map((field) => renderDueItem(field, texts.dueTexts))}
        </ul>`
  return renderPage(
    context,
    texts.onboardingTitle,
    html`<section class="panel">
        <h1>${texts.onboardingTitle}</h1>
        <p>${texts.onboardingText}</p>
        <dl>
          ${row(texts.name, displayName)} ${row(texts.email, email)}
          ${row(texts.country, formatCountry(language, country))}
          <div>
            <dt>${texts.account}</dt>
            <dd><code>${accountId}</code></dd>
          </div>
        </dl>
        <h2>${texts.due}</h2>
        ${asked}
      </section>
      <section class="panel">
        <h2>${texts.howToLeave}</h2>
        <form method="post">
          <input type="hidden" name="session" value="${session}" />
          <ul class="ways">
            ${wayOut('complete', 'primary', texts.finish, texts.finishText)}
            ${wayOut('incomplete', '', texts.leave, texts.leaveText)}
            ${wayOut('reject', 'danger', texts.reject, texts.rejectText)}
          </ul>
        </form>
      </section>`,
  )
}

function renderDueItem(field: string, names: Record<string, string>): Markup {
  const steps = field.split('.')
  const known = steps.map((_, at) => names[steps.slice(0, steps.length - at).join('.')]).find(Boolean)
  return known === undefined ? html`<li><code>${field}</code></li>` : html`<li>${known} <code>${field}</code></li>`
}
