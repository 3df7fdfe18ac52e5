import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { sessionQuery } from '../../features/auth/session.queries.ts'
import { createQueryClient } from './query-client.ts'

const createSession = (id: string): Session => ({ user: { id } }) as Session

const LIST = ['a list']

function annasTab() {
  const queryClient = createQueryClient()
  const answers: ((session: Session | null) => void)[] = []
  queryClient.setQueryDefaults(sessionQuery.queryKey, {
    queryFn: () => new Promise<Session | null>((resolve) => void answers.push(resolve)),
  })
  queryClient.setQueryData(sessionQuery.queryKey, createSession('anna'))
  queryClient.setQueryData(['not looked at'], 'Anna’s')
  queryClient.setQueryData(LIST, 'Anna’s')
  const fetched = vi.fn<() => Promise<string>>(() => new Promise(() => undefined))
  const list = new QueryObserver(queryClient, { queryKey: LIST, queryFn: fetched, staleTime: Infinity })
  list.subscribe(() => undefined)
  const comeBack = async (session: Session | null): Promise<void> => {
    const asking = queryClient.refetchQueries({ queryKey: sessionQuery.queryKey, type: 'all' })
    answers.shift()?.(session)
    await asking
  }
  return { queryClient, comeBack, list, fetched }
}

test('removes all data of one person when another logs in, also from mounted screens', async () => {
  const { queryClient, comeBack, list, fetched } = annasTab()
  await comeBack(createSession('bob'))
  expect(queryClient.getQueryData(['not looked at'])).toBeUndefined()
  expect(list.getCurrentResult().data).toBeUndefined()
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(queryClient.getQueryData(sessionQuery.queryKey)?.user.id).toBe('bob')
})

test('removes all data of a person who logs out', async () => {
  const { queryClient, comeBack } = annasTab()
  await comeBack(null)
  expect(queryClient.getQueryData(['not looked at'])).toBeUndefined()
  expect(queryClient.getQueryData(LIST)).toBeUndefined()
})

test('keeps all data while the same person stays logged in', async () => {
  const { queryClient, comeBack, fetched } = annasTab()
  await comeBack(createSession('anna'))
  expect(queryClient.getQueryData(['not looked at'])).toBe('Anna’s')
  expect(queryClient.getQueryData(LIST)).toBe('Anna’s')
  expect(fetched).not.toHaveBeenCalled()
})

test('keeps data that was requested before the session was known', () => {
  const queryClient = createQueryClient()
  queryClient.setQueryData(LIST, 'Anna’s')
  queryClient.setQueryData(sessionQuery.queryKey, createSession('anna'))
  expect(queryClient.getQueryData(LIST)).toBe('Anna’s')
})
