import type { Dashboard } from './hosted-actions.ts'
import { type PageContext, renderPage } from './hosted-layout.ts'
import { html, type Markup } from './markup.ts'
import { formatCurrency, formatDay, formatMoney } from './money-and-dates.ts'

/** Dashboard of a seller. @param session created by opening the single-use link; the forms send this session */
export function renderDashboardPage(context: PageContext, dashboard: Dashboard, session: string): string {
  const { language, texts } = context
  const { accountId, displayName, balances } = dashboard
  const sums =
    balances.length === 0
      ? html`<p>${texts.noBalance}</p>`
      : html`<ul class="balances">
          ${balances.map(
            ({ currency, amount }) =>
              html`<li>
                <span class="quiet">${formatCurrency(language, currency)}</span>
                <strong>${formatMoney(language, amount, currency)}</strong>
              </li>`,
          )}
        </ul>`
  return renderPage(
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
        ${renderTransferTable(context, dashboard, session)}
      </section>`,
    { width: 'wide' },
  )
}

type Transfer = Dashboard['transfers'][number]

function renderTransferTable(context: PageContext, { transfers }: Dashboard, session: string): Markup {
  const { language, texts } = context
  if (transfers.length === 0) return html`<p>${texts.noTransfers}</p>`
  const rows = transfers.map((transfer) => {
    const { id, amount, currency, description, created } = transfer
    return html`<tr>
      <td class="when">
        <time datetime="${new Date(created * 1000).toISOString()}">${formatDay(language, created)}</time>
      </td>
      <td>
        ${description ?? html`<span class="quiet">${texts.noDescription}</span>`}<br /><code>${id}</code>
        ${renderRefunds(context, transfer, session)}
      </td>
      <td class="money">${formatMoney(language, amount, currency)}</td>
    </tr>`
  })
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

function renderRefunds({ language, texts }: PageContext, transfer: Transfer, session: string): Markup {
  const { id, currency, left, refunds } = transfer
  const carried = (ofWhat: string): Markup =>
    html`<input type="hidden" name="session" value="${session}" /><input type="hidden" name="id" value="${ofWhat}" />`
  const made = refunds.map(
    (refund) =>
      html`<form method="post" class="line">
        ${carried(refund.id)}
        <span>${texts.refunded(formatMoney(language, refund.amount, currency), refund.status)}</span>
        ${refund.status === 'pending' ? html`<button name="do" value="succeed">${texts.letSucceed}</button>` : ''}
        ${
          ['pending', 'succeeded'].includes(refund.status)
            ? html`<button class="danger" name="do" value="fail">${texts.letFail}</button>`
            : ''
        }
      </form>`,
  )
  const more =
    left === 0
      ? ''
      : html`<form method="post" class="line">
          ${carried(id)}<input type="hidden" name="left" value="${String(left)}" />
          <label
            >${texts.refundAmount}
            <input name="amount" inputmode="decimal" size="8" value="${formatDecimalAmount(left)}"
          /></label>
          <button name="do" value="refund">${texts.refund}</button>
        </form>`
  return html`${made}${more}`
}

function formatDecimalAmount(amount: number): string {
  return `${Math.trunc(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
}
