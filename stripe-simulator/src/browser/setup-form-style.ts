import { SIMULATOR_STYLE } from './simulator-style.ts'

export const FORM_STYLE = `${SIMULATOR_STYLE}
.form { display: grid; grid-template-columns: 1fr 1fr; gap: 4px 12px; margin: 0; padding: 0; border: 0; min-width: 0; }
.field { display: grid; align-content: start; gap: 5px; min-width: 0; }
.whole { grid-column: 1 / -1; }
label { font-size: 14px; line-height: 20px; font-weight: 600; }
.box { position: relative; display: grid; }
input { width: 100%; min-height: 46px; padding: 10px 14px; border: 1px solid var(--line); border-radius: var(--radius); background: var(--surface);
  color: var(--text); caret-color: var(--accent); font-variant-numeric: tabular-nums; transition: border-color 120ms; }
input::placeholder { color: var(--hint); opacity: 1; }
input:hover { border-color: var(--text); }
input[aria-invalid='true'] { border-color: var(--danger); box-shadow: inset 0 0 0 1px var(--danger); }
input:read-only { background: var(--raised); color: var(--quiet); }
.number { padding-inline-end: 112px; }
.brand { position: absolute; inset: 0 14px 0 auto; display: flex; align-items: center; color: var(--quiet); font-size: 14px; font-weight: 700; pointer-events: none; }
@media (width < 420px) {
  .number { padding-inline-end: 84px; letter-spacing: -0.02em; }
  .brand { inset-inline-end: 10px; font-size: 12px; letter-spacing: -0.01em; }
}
.error { margin: 0 0 6px; min-height: 20px; font-size: 14px; line-height: 20px; color: var(--danger); }
summary { width: fit-content; min-height: 28px; padding: 3px 2px; border-radius: 4px; font-size: 14px; line-height: 22px; font-weight: 600; color: var(--accent); cursor: pointer; }
summary:hover { text-decoration: underline; text-underline-offset: 3px; }
.note { margin: 2px 0 8px; font-size: 14px; line-height: 20px; color: var(--quiet); }
ul { list-style: none; margin: 0; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(min(196px, 100%), 1fr)); gap: 6px; }
li button { width: 100%; min-height: 44px; height: 100%; padding: 6px 12px; display: grid; align-content: center; text-align: start; border: 1px solid var(--line); border-radius: var(--radius);
  background: var(--surface); cursor: pointer; }
li button:hover { background: var(--raised); border-color: var(--text); }
li b { font-size: 14px; line-height: 20px; font-weight: 600; }
li span { font-size: 13px; line-height: 18px; color: var(--quiet); font-variant-numeric: tabular-nums; }
details { container-type: inline-size; }
@container (width < 398px) {
  li button { grid-template-columns: 1fr auto; align-items: center; gap: 12px; }
}
.announcement { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`
