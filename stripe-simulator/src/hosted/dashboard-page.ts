import type { Dashboard } from './hosted-actions.ts'
import { type PageContext, page } from './hosted-layout.ts'
import { html, type Markup } from './markup.ts'
import { currencyText, dayText, moneyText } from './money-and-dates.ts'

/** What a seller sees of an account: balances, and the transfers that made them, in the order given. */
export function dashboardPage(context: PageContext, dashboard: Dashboard): string {
  const { language, texts } = context
  const { accountId, displayName, balances } = dashboard
  const sums =
    balances.length === 0
      ? html`<p>${texts.noBalance}</p>`
      : html`<ul class="balances">
          ${balances.map(
            ({ currency, amount }) =>
              html`<li>
                <span class="quiet">${currencyText(language, currency)}</span>
                <strong>${moneyText(language, amount, currency)}</strong>
              </li>`,
          )}
        </ul>`
  return page(
    context,
    texts.dashboardTitle,
    html`<h1>${texts.dashboardTitle}</h1>
      <p>${displayName} <code>${accountId}</code></p>
      <section class="panel">
        <h2>${texts.balances}</h2>
        ${sums}
      </section>
      <section class="panel">
        <h2>${texts.transfers}</h2>
        ${transferTable(context, dashboard)}
      </section>`,
    { width: 'wide' },
  )
}

function transferTable({ language, texts }: PageContext, { transfers }: Dashboard): Markup {
  if (transfers.length === 0) return html`<p>${texts.noTransfers}</p>`
  const rows = transfers.map(
    ({ id, amount, currency, description, created }) =>
      html`<tr>
        <td class="when">
          <time datetime="${new Date(created * 1000).toISOString()}">${dayText(language, created)}</time>
        </td>
        <td>${description ?? html`<span class="quiet">${texts.noDescription}</span>`}<br /><code>${id}</code></td>
        <td class="money">${moneyText(language, amount, currency)}</td>
      </tr>`,
  )
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${texts.date}</th>
        <th scope="col">${texts.description}</th>
        <th scope="col" class="money">${texts.amount}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}
