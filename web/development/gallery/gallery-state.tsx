import type { ReactNode } from 'react'

export function GalleryState({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'gallery-state wide' : 'gallery-state'}>
      <h3>{name}</h3>
      {children}
    </div>
  )
}

export function Row({ children }: { children: ReactNode }) {
  return <div className="gallery-row">{children}</div>
}
