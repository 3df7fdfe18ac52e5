/** Default logo, decorative. A style in the page shows the owner's logo instead. @param size in px */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} className="logo flex-none" fill="none" aria-hidden="true">
      <LogoShapes />
    </svg>
  )
}

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
