import { Notice } from './notice.tsx'

/** What is wrong with a form as a whole, above its button; nothing while `text` is null. */
export function FormError({ text }: { text: string | null }) {
  return text === null ? null : <Notice tone="danger">{text}</Notice>
}
