import { FileDown } from 'lucide-react'

import { buttonClass } from '../../../design-system/link-styles.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'

/** Downloads a receipt in the reader's language: an ordinary link, so that the browser names and keeps the file. */
export function ReceiptLink({ id, label, text }: { id: string; label: string; text: string }) {
  const language = useLanguage()
  return (
    <a
      href={`/api/receipts/${id}?lang=${language}`}
      download
      aria-label={label}
      className={buttonClass('secondary', 'sm')}
    >
      <FileDown size={16} aria-hidden="true" />
      {text}
    </a>
  )
}
