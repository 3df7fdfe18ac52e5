import { Notice } from '../notice.tsx'

export function FormError({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <div ref={scrollIntoView} role="alert" className="scroll-my-4">
      <Notice tone="danger">{text}</Notice>
    </div>
  )
}

/** Scrolls to the error, which may be out of view after Enter in a field far above. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
