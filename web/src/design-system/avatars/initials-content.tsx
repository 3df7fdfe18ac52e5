import { avatarColours, hashId } from './avatar-colours.ts'
import { toInitials } from './initials.ts'

const curves = [
  'M0 0h48A48 48 0 0 1 0 48z',
  'M48 0v48A48 48 0 0 1 0 0z',
  'M0 48V0a48 48 0 0 1 48 48z',
  'M48 48H0A48 48 0 0 1 48 0z',
] as const

export function Content({ id, name }: { id: string; name: string }) {
  const hash = hashId(id)
  const colours = avatarColours[hash % avatarColours.length] ?? avatarColours[0]
  const curve = curves[(hash >>> 8) % curves.length]
  const initials = toInitials(name)
  return (
    <>
      <path d="M0 0h48v48H0z" fill={colours.ground} />
      <path d={curve} fill={colours.shade} />
      {initials ? (
        <text x="24" y="24" dy="0.35em" textAnchor="middle" fill={colours.text} className="avatar-initials">
          {initials}
        </text>
      ) : (
        <path d="M24 12a8 8 0 1 1 0 16 8 8 0 0 1 0-16M9 48a15 15 0 0 1 30 0z" fill={colours.text} />
      )}
    </>
  )
}
