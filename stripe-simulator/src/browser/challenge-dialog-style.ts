import { SIMULATOR_STYLE } from './simulator-style.ts'

/** Dialog of a 3-D Secure challenge: centred, or full-screen on a small screen. */
export const DIALOG_STYLE = `${SIMULATOR_STYLE}
dialog { width: min(448px, 100vw - 32px); height: min(608px, 100dvh - 32px); max-width: none; max-height: none; margin: auto; padding: 0;
  border: 0; border-radius: calc(var(--radius) * 2); overflow: hidden; background: var(--surface); color: var(--text);
  box-shadow: 0 24px 60px -12px rgb(0 0 0 / 45%); overscroll-behavior: contain; }
dialog[open] { display: flex; flex-direction: column; animation: rise 180ms cubic-bezier(0.22, 1, 0.36, 1); }
dialog::backdrop { background: var(--overlay, rgb(0 0 0 / 60%)); }
@keyframes rise { from { opacity: 0; transform: translateY(12px); } }
.bar { display: flex; align-items: center; justify-content: space-between; gap: 12px; padding: 6px 6px 6px 20px; }
h2 { margin: 0; font-size: 17px; line-height: 1.3; font-weight: 600; }
.close { position: relative; flex: none; width: 44px; height: 44px; border: 0; border-radius: var(--radius); background: none; cursor: pointer; }
.close:hover { background: var(--raised); }
.close:focus-visible { outline-offset: -3px; }
.close::before, .close::after { content: ''; position: absolute; inset: 21px 13px; background: currentcolor; rotate: 45deg; }
.close::after { rotate: -45deg; }
.view { position: relative; flex: 1; display: grid; min-height: 0; }
iframe { width: 100%; height: 100%; border: 0; }
.waiting { position: absolute; inset: 0; margin: 0; display: grid; place-items: center; color: var(--quiet); }
@media (max-width: 480px) {
  dialog { width: 100vw; height: 100dvh; border-radius: 0; }
}
`
