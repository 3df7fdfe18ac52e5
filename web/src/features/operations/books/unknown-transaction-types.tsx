import { useMutation, useQueryClient } from '@tanstack/react-query'

import type { Books } from '@kundig/contract/operations/books.contract'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Notice } from '../../../design-system/notice.tsx'
import { api } from '../../../platform/api/client.ts'
import { toFailure } from '../../../platform/api/failure.ts'
import { useErrorText, useTexts } from '../../../platform/i18n/texts.ts'
import { booksTexts } from './books.messages.ts'

export function UnknownTransactionTypes({ types, maySee }: { types: Books['unknown_types']; maySee: boolean }) {
  const texts = useTexts(booksTexts)
  const errorText = useErrorText()
  const queryClient = useQueryClient()
  const see = useMutation({
    ...api.operations.seeBalanceType.mutationOptions(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.operations.books.key() }),
  })
  if (types.length === 0) return null
  return (
    <div className="grid gap-3">
      <div role="status">
        <Notice tone="danger" title={texts.typesTitle}>
          {texts.typesMore}
        </Notice>
      </div>
      <ul className="grid gap-2">
        {types.map(({ type, first_transaction: transaction }) => (
          <li key={type} className="flex flex-wrap items-center justify-between gap-2 text-sm">
            <span className="wrap-anywhere">{texts.typeOf(type, transaction)}</span>
            {maySee && (
              <Button
                variant="secondary"
                size="sm"
                aria-label={texts.seenNamed(type)}
                busy={see.isPending && see.variables.type === type}
                onClick={() => see.mutate({ type })}
              >
                {texts.seen}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <FormError text={see.error ? errorText(toFailure(see.error, 'UNAVAILABLE').code) : null} />
    </div>
  )
}
