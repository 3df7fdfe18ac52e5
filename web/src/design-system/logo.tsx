/**
 * The mark: a plum tile whose K is a pillar and two petals. Decoration; the name stands beside it. Where an owner gave the site
 * a logo, a style of the page shows that in its place. `size` in px.
 */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} className="logo flex-none" fill="none" aria-hidden="true">
      <LogoShapes />
    </svg>
  )
}

/** The mark in a field of 28 by 28. */
export function LogoShapes() {
  return (
    <>
      <rect width="28" height="28" rx="5" fill="var(--t-plum)" />
      <path d="M6 5h4.5v18H6z" fill="var(--t-glaze)" />
      <path d="M12.5 14a9 9 0 0 1 9-9 9 9 0 0 1-9 9" fill="var(--t-yellow)" />
      <path d="M12.5 14a9 9 0 0 1 9 9 9 9 0 0 1-9-9" fill="var(--t-rust)" />
    </>
  )
}
