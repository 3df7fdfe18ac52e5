import type { ReactNode } from 'react'

/** One state of one component, under its name. */
export function State({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'gallery-state wide' : 'gallery-state'}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}

/** Small things beside each other. */
export function Row({ children }: { children: ReactNode }) {
  return <div className="gallery-row">{children}</div>
}
