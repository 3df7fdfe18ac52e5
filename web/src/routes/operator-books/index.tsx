import type { ReactNode } from 'react'

import { BOOK_RANGES, type BookRange } from '@kundig/contract/operations/book-columns'
import { isRoleAtLeast } from '@kundig/contract/operations/operator-roles'

import { BooksPage } from '../../features/operations/books/books-page.tsx'
import { booksTexts } from '../../features/operations/books/books.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { useOperator } from '../current-operator.ts'
import { useTitle } from '../use-title.ts'

const toPath = (range: BookRange, day: string | null): string =>
  `/operator/books?range=${range}${day === null ? '' : `&day=${day}`}`

export function OperatorBooks(): ReactNode {
  const { role } = useOperator()
  const { place, go } = useNavigation()
  const search = new URLSearchParams(place.search)
  const range = BOOK_RANGES.find((one) => one === search.get('range')) ?? BOOK_RANGES[0]
  const day = /^\d{4}-\d\d-\d\d$/u.exec(search.get('day') ?? '')?.[0] ?? null
  useTitle(useTexts(booksTexts).title)
  return (
    <BooksPage
      range={range}
      onRange={(chosen) => void go(toPath(chosen, day), { replace: true, keepScroll: true })}
      day={day}
      dayPath={(chosen) => toPath(range, chosen)}
      paymentPath={(id) => `/operator?tab=payments&payment=${encodeURIComponent(id)}`}
      mayDecide={isRoleAtLeast(role, 'moderator')}
      isOwner={isRoleAtLeast(role, 'owner')}
    />
  )
}
