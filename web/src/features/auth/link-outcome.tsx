import { type ReactNode, useEffect, useRef } from 'react'

/** Result of a mailed link. The heading takes the focus when the check is done. */
export function LinkOutcome({
  icon,
  tone,
  title,
  text,
  children,
}: {
  icon: ReactNode
  tone: 'success' | 'danger'
  title: string
  text: string
  children: ReactNode
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const colours = tone === 'success' ? 'bg-success-soft text-success' : 'bg-danger-soft text-danger'
  return (
    <div className="grid w-full justify-items-start gap-5">
      <span aria-hidden="true" className={`grid size-14 place-items-center rounded-md ${colours}`}>
        {icon}
      </span>
      <div className="grid gap-2">
        <h1 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          {title}
        </h1>
        <p className="text-ink-2">{text}</p>
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </div>
  )
}
