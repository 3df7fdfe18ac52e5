import { useState } from 'react'

import type { JumpTarget } from '../messages/list/use-jump.ts'

export interface FoundTarget {
  target: JumpTarget | null
  /** Jumps again while the address stays the same. */
  repeat: () => void
}

/** Message named by the address: a target once for each change of the address, and once after a reload. */
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
