import type { ReactNode } from 'react'

import { isRoleAtLeast } from '@kundig/contract/operations/operator-roles'

import { BrandingPage } from '../../features/operations/settings/branding/branding-page.tsx'
import { brandingTexts } from '../../features/operations/settings/branding/branding.messages.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { useOperator } from '../current-operator.ts'
import { useTitle } from '../use-title.ts'

export function OperatorSettings(): ReactNode {
  const { role } = useOperator()
  useTitle(useTexts(brandingTexts).title)
  return <BrandingPage mayChange={isRoleAtLeast(role, 'owner')} />
}
