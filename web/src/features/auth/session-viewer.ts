import { useSession } from './session.queries.ts'

/** The id of whoever is logged in; null while nobody is, or that is not known. */
export function useViewerId(): string | null {
  const session = useSession()
  return session.status === 'in' ? session.session.user.id : null
}
