import { session } from '../auth/session.queries.ts'
import { button } from '../../design-system/button.tsx'
import { client } from '../../platform/client.ts'
export const chat = [session, button, client]
