import { CircleAlert } from 'lucide-react'

/** What is wrong with a form as a whole, above its button; nothing while `text` is null. */
export function FormError({ text }: { text: string | null }) {
  if (text === null) return null
  return (
    <p className="flex gap-2.5 rounded-md bg-danger-soft px-3.5 py-3 text-sm font-medium text-danger">
      <CircleAlert size={18} aria-hidden="true" className="mt-px flex-none" />
      {text}
    </p>
  )
}
