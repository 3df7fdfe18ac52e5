import type { ReactNode } from 'react'

import { mayDoAs } from '@kundig/contract/operations/operator-roles'

import { FacePage } from '../../features/operations/settings/face-page.tsx'
import { faceTexts } from '../../features/operations/settings/face.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useOperator } from '../operator-at-work.ts'
import { useTitle } from '../use-title.ts'

export function OperatorSettings(): ReactNode {
  const { role } = useOperator()
  useTitle(useTexts(faceTexts).title)
  return <FacePage mayChange={mayDoAs(role, 'owner')} />
}
