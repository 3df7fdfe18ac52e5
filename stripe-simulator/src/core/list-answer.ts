import type { Listed } from '../store/object-store.ts'

/** A page in Stripe's shape. */
export function listAnswer(url: string, { data, hasMore }: Listed<object>): object {
  return { object: 'list', url, has_more: hasMore, data }
}
