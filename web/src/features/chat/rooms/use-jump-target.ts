import { useState } from 'react'

import type { JumpTarget } from '../messages/list/use-jump.ts'

export interface FoundTarget {
  target: JumpTarget | null
  /** Repeats the jump for an unchanged address. */
  repeat: () => void
}

/** Message that the address names. The list jumps to it once after each change of the address or a reload. */
export function useJumpTarget(roomId: string | undefined, seq: number | undefined): FoundTarget {
  const [target, setTarget] = useState<JumpTarget | null>(null)
  const [address, setAddress] = useState('')
  const setSeq = (next: number | undefined): void =>
    setTarget(next === undefined ? null : { seq: next, onStart: () => setTarget(null) })
  const current = roomId === undefined || seq === undefined ? '' : `${roomId} ${seq}`
  if (current !== address) {
    setAddress(current)
    setSeq(seq)
  }
  return { target, repeat: () => setSeq(seq) }
}
