import { FileDown } from 'lucide-react'

import { type ButtonVariant, toButtonClass } from '../../design-system/link-styles.ts'
import { useLanguage } from '../../platform/i18n/language.tsx'

export interface ReceiptLinkProps {
  id: string
  text: string
  variant?: ButtonVariant
  before?: string
  after?: string
}

/** Link that downloads a receipt. The browser names and stores the file. */
export function ReceiptLink({ id, text, variant = 'secondary', before, after }: ReceiptLinkProps) {
  const language = useLanguage()
  return (
    <a href={`/api/receipts/${id}?lang=${language}`} download className={toButtonClass(variant, 'sm')}>
      <FileDown size={16} />
      <span>
        {before !== undefined && <span className="sr-only">{`${before} `}</span>}
        <span>{text}</span>
        {after !== undefined && <span className="sr-only">{` ${after}`}</span>}
      </span>
    </a>
  )
}
