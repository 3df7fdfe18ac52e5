import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ProfileRoute } from './index.tsx'

/** `/profile/{userId}` inside the application, where the router knows the id. */
export function ProfileByAddress(): ReactNode {
  return <ProfileRoute userId={useParams({ from: '/profile/$userId', select: (params) => params.userId })} />
}
