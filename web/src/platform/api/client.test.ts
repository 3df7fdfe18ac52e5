import { hashKey, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'

import { api } from './client.ts'

test('equal inputs share one query, different inputs have their own', () => {
  const keyOf = (id: string) => hashKey(api.profiles.get.queryOptions({ input: { id } }).queryKey)
  expect(keyOf('anna')).toBe(keyOf('anna'))
  expect(keyOf('anna')).not.toBe(keyOf('bram'))
})

test('a query, a paged list and a mutation of one procedure have different keys', () => {
  const { queryOptions, infiniteOptions, mutationOptions } = api.connectionRequests.history
  const pages = infiniteOptions({ input: () => ({}), initialPageParam: null, getNextPageParam: () => null })
  const keys = [queryOptions({ input: {} }).queryKey, pages.queryKey, mutationOptions().mutationKey]
  expect(new Set(keys.map((key) => hashKey(key))).size).toBe(3)
})

test('the key of a path matches all queries below it, and no others', () => {
  const queryClient = new QueryClient()
  const set = (key: readonly unknown[]) => queryClient.setQueryData(key, 'known')
  set(api.profiles.list.queryOptions({ input: {} }).queryKey)
  set(api.profiles.get.queryOptions({ input: { id: 'anna' } }).queryKey)
  set(api.auth.session.queryOptions().queryKey)
  const below = (queryKey: readonly unknown[]) => queryClient.getQueryCache().findAll({ queryKey }).length
  expect([below(api.profiles.list.key()), below(api.profiles.key()), below(api.auth.key())]).toEqual([1, 2, 1])
})
