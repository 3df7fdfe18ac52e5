import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { ProfileRoute } from './index.tsx'

export function ProfileByAddress(): ReactNode {
  return <ProfileRoute userId={useParams({ from: '/profile/$userId', select: (params) => params.userId })} />
}
