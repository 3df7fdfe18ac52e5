/**
 * Custom properties by which a page styles the form, with defaults for light and dark mode. The form inherits them from
 * any surrounding element, the 3-D Secure dialog from `:root`.
 * | property | for |
 * |---|---|
 * | `--simulator-font` | font family |
 * | `--simulator-text` | input, labels |
 * | `--simulator-quiet` | notes; at least 4.5:1 on the surface |
 * | `--simulator-hint` | placeholders; at least 4.5:1 on the surface |
 * | `--simulator-surface` | background of fields and dialog |
 * | `--simulator-raised` | a test card under the pointer |
 * | `--simulator-line` | borders of fields; at least 3:1 on the surface |
 * | `--simulator-accent` | links and the caret |
 * | `--simulator-danger` | errors; at least 4.5:1 on the surface and around the form |
 * | `--simulator-focus` | focus ring |
 * | `--simulator-radius` | corners of fields; twice that for the dialog |
 * | `--simulator-overlay` | backdrop of the dialog |
 */
export const SIMULATOR_STYLE = `
:host {
  --font: var(--simulator-font, system-ui, 'Segoe UI', Roboto, sans-serif);
  --text: var(--simulator-text, #16211f); --quiet: var(--simulator-quiet, #55625e); --hint: var(--simulator-hint, #69756f);
  --surface: var(--simulator-surface, #fff); --raised: var(--simulator-raised, #f1f3ee);
  --line: var(--simulator-line, #83908b); --accent: var(--simulator-accent, #0c5c57);
  --danger: var(--simulator-danger, #a3271c); --focus: var(--simulator-focus, #1f55c4);
  --radius: var(--simulator-radius, 8px); --overlay: var(--simulator-overlay, rgb(10 20 18 / 55%));
  color-scheme: light; display: block; color: var(--text); font: 16px/1.5 var(--font); text-align: start;
}
:host([data-dark]) {
  --text: var(--simulator-text, #edf3ef); --quiet: var(--simulator-quiet, #a5b5af); --hint: var(--simulator-hint, #8c9c96);
  --surface: var(--simulator-surface, #16201e); --raised: var(--simulator-raised, #22302c);
  --line: var(--simulator-line, #6b7d77); --accent: var(--simulator-accent, #6fd6c4);
  --danger: var(--simulator-danger, #ffa194); --focus: var(--simulator-focus, #9dbcff);
  --overlay: var(--simulator-overlay, rgb(0 0 0 / 65%));
  color-scheme: dark;
}
*, ::before, ::after { box-sizing: border-box; }
button, input { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important; transition: none !important; } }
`
