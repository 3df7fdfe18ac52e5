const LIGHT = `
  color-scheme: light;
  --paper: #f4f5f1; --surface: #fff; --line: #d9dcd2; --ink: #16211f; --quiet: #55625e;
  --action: #0c5c57; --action-over: #08443f; --on-action: #fff;
  --danger: #a3271c; --good: #0c5c57; --focus: #1f55c4;
  --test: #f5c84b; --test-2: #efb92c; --on-test: #2b2000;
  --shadow: 0 1px 2px rgb(22 33 31 / 6%), 0 10px 30px -14px rgb(22 33 31 / 22%);
`

const DARK = `
  color-scheme: dark;
  --paper: #0e1514; --surface: #16201e; --line: #2e3d39; --ink: #edf3ef; --quiet: #a5b5af;
  --action: #6fd6c4; --action-over: #97e6d8; --on-action: #06231f;
  --danger: #ffa194; --good: #6fd6c4; --focus: #9dbcff;
  --test: #e0b23a; --test-2: #d3a42c; --on-test: #211800;
  --shadow: 0 1px 2px rgb(0 0 0 / 35%), 0 14px 34px -14px rgb(0 0 0 / 60%);
`

/** Stylesheet of the hosted pages. All text has a contrast of at least 4.5:1 in both modes. */
export const HOSTED_STYLE = `
:root { ${LIGHT} }
@media (prefers-color-scheme: dark) { :root:not([data-theme]) { ${DARK} } }
:root[data-theme='dark'] { ${DARK} }
*, ::before, ::after { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, 'Segoe UI', Roboto, sans-serif; -webkit-text-size-adjust: 100%; }
header { padding: 9px 20px; text-align: center; font-size: 14px; line-height: 20px; color: var(--on-test);
  background: repeating-linear-gradient(-45deg, var(--test) 0 14px, var(--test-2) 14px 28px); }
header strong { letter-spacing: 0.01em; margin-inline-end: 6px; }
main { width: 100%; margin: 0 auto; padding: clamp(16px, 5vw, 48px) 16px 48px; display: grid; gap: 16px; }
main.narrow { max-width: 496px; }
main.wide { max-width: 852px; }
h1, h2, p, dl, ul { margin: 0; }
h1 { font-size: 26px; line-height: 1.2; letter-spacing: -0.015em; text-wrap: balance; }
h2 { font-size: 18px; line-height: 1.3; }
p { text-wrap: pretty; }
code { font: 13px/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; color: var(--quiet); overflow-wrap: anywhere; }
.quiet { color: var(--quiet); }
.panel { display: grid; gap: 16px; padding: clamp(20px, 5vw, 32px); border: 1px solid var(--line); border-radius: 12px;
  background: var(--surface); box-shadow: var(--shadow); }
form { display: grid; gap: 12px; }

:root[data-framed] { --paper: var(--surface); }
[data-framed] main { padding: 8px 0; }
[data-framed] .panel { border: 0; border-radius: 0; box-shadow: none; padding: 16px 20px 20px; }

.card { position: relative; display: grid; grid-template: auto 1fr auto / 1fr auto; width: min(100%, 264px); aspect-ratio: 1.75;
  margin-bottom: 4px; padding: 18px 20px; border-radius: 12px; color: #fff; overflow: hidden;
  background: radial-gradient(120% 140% at 100% 0, #1c8379 0 34%, transparent 34.4%), radial-gradient(90% 120% at 0 120%, #0a3f49 0 50%, transparent 50.4%), #0b5560; }
.chip { grid-area: 1 / 1; width: 38px; height: 28px; border-radius: 6px;
  background: linear-gradient(90deg, transparent 45%, rgb(0 0 0 / 22%) 45% 55%, transparent 55%), linear-gradient(transparent 45%, rgb(0 0 0 / 22%) 45% 55%, transparent 55%), #f0c957; }
.number { grid-area: 3 / 1; font: 600 17px/1.2 ui-monospace, Menlo, Consolas, monospace; }
.brand { grid-area: 3 / 2; font-weight: 700; line-height: 1.2; }

.sum { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 4px 16px; padding: 12px 0;
  border-block: 1px dashed var(--line); }
.sum strong { font-size: 28px; line-height: 1.2; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }

.buttons { display: flex; gap: 10px; }
.buttons > * { flex: 1 1 0; padding-inline: 8px; font-size: 15px; text-wrap: balance; }
button, .button { display: inline-block; min-height: 46px; padding: 10px 18px; border: 1px solid var(--quiet); border-radius: 8px;
  background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer;
  transition: background-color 120ms, border-color 120ms, color 120ms; }
button:hover, .button:hover { border-color: var(--ink); background: var(--paper); }
.primary { border-color: var(--action); background: var(--action); color: var(--on-action); }
.primary:hover { border-color: var(--action-over); background: var(--action-over); }
.danger { border-color: var(--danger); color: var(--danger); }
.danger:hover { border-color: var(--danger); text-decoration: underline; text-underline-offset: 3px; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }

.seal { width: 56px; height: 56px; border: 3px solid var(--quiet); border-radius: 50%; display: grid; place-items: center; }
.seal::after { content: ''; width: 20px; height: 3px; background: var(--quiet); }
.seal.good { border-color: var(--good); }
.seal.good::after { width: 22px; height: 12px; margin-top: -6px; border: solid var(--good); border-width: 0 0 3px 3px; background: none; rotate: -45deg; }
.seal.bad { border-color: var(--danger); }
.seal.bad::after { width: 24px; height: 24px;
  background: linear-gradient(var(--danger) 0 0) center / 3px 100% no-repeat, linear-gradient(var(--danger) 0 0) center / 100% 3px no-repeat; rotate: 45deg; }

dl > div { display: grid; grid-template-columns: 104px 1fr; gap: 12px; padding: 9px 0; border-top: 1px solid var(--line); }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; }
.due { padding-inline-start: 20px; display: grid; gap: 4px; }
.due code { display: block; }
.ways { list-style: none; padding: 0; display: grid; gap: 16px; }
.ways li { display: grid; gap: 8px; padding-top: 16px; border-top: 1px solid var(--line); }
@media (min-width: 480px) {
  .ways li { grid-template-columns: 1fr 13rem; gap: 20px; align-items: center; }
}

form.line { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; margin-top: 10px; font-size: 15px; }
.line button { min-height: 38px; padding: 6px 12px; }
.line input:not([type='hidden']) { min-height: 38px; padding: 6px 10px; border: 1px solid var(--quiet); border-radius: 8px;
  background: var(--surface); color: inherit; font: inherit; }
.balances { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: 12px 40px; }
.balances li { display: grid; }
.balances strong { font-size: 32px; line-height: 1.15; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { padding: 0 12px 8px 0; font-weight: 500; font-size: 14px; text-align: start; color: var(--quiet); }
td { padding: 12px 12px 12px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th:first-child { width: 1%; white-space: nowrap; }
.when { padding-inline-end: 28px; white-space: nowrap; color: var(--quiet); }
.money { padding-inline-end: 0; text-align: end; white-space: nowrap; }
td.money { font-weight: 600; }
tbody tr:last-child td { padding-bottom: 0; }
@media (max-width: 520px) {
  dl > div { grid-template-columns: 1fr; gap: 0; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody { display: block; }
  tr { display: grid; grid-template-columns: 1fr auto; padding: 12px 0; border-top: 1px solid var(--line); }
  td { padding: 0 12px 0 0; border: 0; }
  tr:last-child { padding-bottom: 0; }
  .when { grid-area: 2 / 1 / 2 / 3; font-size: 14px; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
