import { Notice } from '../notice.tsx'

/** What is wrong with a form as a whole, above its button, and announced; nothing while `text` is null. */
export function FormError({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <div ref={scrollIntoView} role="alert" className="scroll-my-4">
      <Notice tone="danger">{text}</Notice>
    </div>
  )
}

/** A form is also sent by Enter in a field far above. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}
