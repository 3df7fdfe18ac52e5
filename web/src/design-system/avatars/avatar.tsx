import { useState } from 'react'

import { cx } from '../class-names.ts'
import { avatarColours, hashId } from './avatar-colours.ts'
import { toInitials } from './initials.ts'

export type AvatarProps = {
  /** Chooses the colours of the initials: the same id always looks the same. */
  id: string
  name: string
  src?: string | null | undefined
  /** Edge in px. */
  size?: number
  /** Grey and faded, for someone who is no longer there. */
  muted?: boolean
  className?: string
  /** The name stands beside it as text: then the picture is silent. */
  decorative?: boolean
}

/** A person's picture; where there is none, or it does not load, their initials on a two-tone tile. */
export function Avatar({ id, name, src, size = 44, muted = false, className, decorative = false }: AvatarProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const picture = src && src !== brokenSrc ? src : null
  return (
    <span
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
      className={cx('avatar', radiusFor(size), muted && 'opacity-60 grayscale', className)}
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
        <Initials id={id} name={name} size={size} />
      )}
    </span>
  )
}

function radiusFor(size: number): string {
  if (size < 28) return 'rounded-xs'
  if (size < 40) return 'rounded-sm'
  return size < 96 ? 'rounded-md' : 'rounded-lg'
}

/** Four ways to lay a quarter circle in the tile. */
const curves = [
  'M0 0h48A48 48 0 0 1 0 48z',
  'M48 0v48A48 48 0 0 1 0 0z',
  'M0 48V0a48 48 0 0 1 48 48z',
  'M48 48H0A48 48 0 0 1 48 0z',
] as const

function Initials({ id, name, size }: { id: string; name: string; size: number }) {
  const hash = hashId(id)
  const colours = avatarColours[hash % avatarColours.length] ?? avatarColours[0]
  const curve = curves[(hash >>> 8) % curves.length]
  const initials = toInitials(name)
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} fill="none" aria-hidden="true">
      <path d="M0 0h48v48H0z" fill={colours.ground} />
      <path d={curve} fill={colours.shade} />
      {initials ? (
        <text x="24" y="24" dy="0.35em" textAnchor="middle" fill={colours.text} className="avatar-initials">
          {initials}
        </text>
      ) : (
        <path d="M24 12a8 8 0 1 1 0 16 8 8 0 0 1 0-16M9 48a15 15 0 0 1 30 0z" fill={colours.text} />
      )}
    </svg>
  )
}
