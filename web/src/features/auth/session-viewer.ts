import { useSession } from './session.queries.ts'

export function useViewerId(): string | null {
  const session = useSession()
  return session.status === 'in' ? session.session.user.id : null
}
