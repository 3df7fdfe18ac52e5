import { useEffect, useState } from 'react'

const ANNOUNCE_AFTER_MS = 900

export function DelayedAnnouncement({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCE_AFTER_MS)
    return () => clearTimeout(timer)
  }, [text])
  return <output className="sr-only">{announced}</output>
}
