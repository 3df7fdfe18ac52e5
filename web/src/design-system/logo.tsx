/** The mark: a plum tile whose K is a pillar and two petals. Decoration; the name stands beside it. `size` in px. */
export function Logo({ size = 28, className }: { size?: number; className?: string }) {
  return (
    <svg viewBox="0 0 28 28" width={size} height={size} className={className} fill="none" aria-hidden="true">
      <rect width="28" height="28" rx="5" fill="var(--t-plum)" />
      <path d="M6 5h4.5v18H6z" fill="var(--t-glaze)" />
      <path d="M12.5 14a9 9 0 0 1 9-9 9 9 0 0 1-9 9" fill="var(--t-yellow)" />
      <path d="M12.5 14a9 9 0 0 1 9 9 9 9 0 0 1-9-9" fill="var(--t-rust)" />
    </svg>
  )
}
