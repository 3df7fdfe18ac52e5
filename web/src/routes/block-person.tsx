import { type ReactNode, useState } from 'react'

import { useLazyModule } from '../design-system/lazy-module.ts'

interface Person {
  id: string
  full_name: string
}

const loadDialog = () => import('../features/safety/block-dialog.tsx')

/** @param onClosed called after the dialog has closed @returns `ask` opens the dialog; render `dialog` once */
export function useBlockPerson(onClosed?: () => void): { ask: (person: Person) => void; dialog: ReactNode } {
  const [person, setPerson] = useState<Person | null>(null)
  const code = useLazyModule(loadDialog, person !== null)
  return {
    ask: setPerson,
    dialog: code && <code.BlockDialog person={person} onClose={() => setPerson(null)} onClosed={onClosed} />,
  }
}
