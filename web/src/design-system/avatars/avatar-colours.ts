/** Colours of avatars: a background, a shade for the curved half, and a text colour with AA contrast on both. */
export const avatarColours = [
  { ground: 'oklch(0.47 0.15 262)', shade: 'oklch(0.4 0.13 262)', text: 'oklch(0.985 0.008 84)' },
  { ground: 'oklch(0.375 0.115 346)', shade: 'oklch(0.31 0.095 346)', text: 'oklch(0.985 0.008 84)' },
  { ground: 'oklch(0.855 0.155 87)', shade: 'oklch(0.795 0.155 80)', text: 'oklch(0.245 0.046 338)' },
  { ground: 'oklch(0.835 0.055 240)', shade: 'oklch(0.77 0.07 240)', text: 'oklch(0.245 0.046 338)' },
  { ground: 'oklch(0.47 0.1 165)', shade: 'oklch(0.4 0.088 165)', text: 'oklch(0.985 0.008 84)' },
  { ground: 'oklch(0.72 0.15 45)', shade: 'oklch(0.665 0.16 42)', text: 'oklch(0.225 0.046 338)' },
  { ground: 'oklch(0.9 0.035 84)', shade: 'oklch(0.85 0.045 80)', text: 'oklch(0.34 0.11 346)' },
  { ground: 'oklch(0.8 0.075 165)', shade: 'oklch(0.735 0.085 165)', text: 'oklch(0.245 0.046 338)' },
] as const

/** Stable hash of an id (FNV-1a, 32 bits): a person always gets the same colours. */
export function hashId(id: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193)
  hash ^= hash >>> 15
  return hash >>> 0
}
