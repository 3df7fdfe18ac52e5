import { useState } from 'react'

import { cx } from '../class-names.ts'
import { createDrawing } from '../drawing.tsx'

const load = () => import('./initials-content.tsx')
const Initials = createDrawing(load, import.meta.env.SSR ? await load() : null)

export type AvatarProps = {
  id: string
  name: string
  src?: string | null | undefined
  /** Width and height in px. */
  size?: number
  muted?: boolean
  className?: string
  /** True beside the name as text: screen readers then skip the picture. */
  decorative?: boolean
}

export function Avatar({ id, name, src, size = 44, muted = false, className, decorative = false }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const isSilent = decorative || name.trim() === ''
  const picture = src && src !== brokenSrc ? src : null
  return (
    <span
      {...(isSilent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      className={cx('avatar', computeRadius(size), muted && 'opacity-60 grayscale', className)}
      style={{ width: size, height: size }}
    >
      {picture ? (
        <img
          src={picture}
          alt=""
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(picture)}
        />
      ) : (
        <Initials key={`${id} ${name}`} content={{ id, name }} viewBox="0 0 48 48" width={size} height={size} />
      )}
    </span>
  )
}

function computeRadius(size: number): string {
  if (size < 28) return 'rounded-xs'
  if (size < 40) return 'rounded-sm'
  return size < 96 ? 'rounded-md' : 'rounded-lg'
}
