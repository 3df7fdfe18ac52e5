import { useEffect, useState } from 'react'

const ANNOUNCE_AFTER_MS = 900

/** A text for screen readers alone, announced politely once it has not changed for a moment: typing has paused. */
export function Announced({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <output className="sr-only">{announced}</output>
}
