import { ChevronDown } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

import { isRoleAtLeast, type OperatorRole } from '@kundig/contract/operations/operator-roles'

import { cx } from '../../design-system/class-names.ts'
import { useTexts } from '../../platform/i18n/texts.ts'
import { Link } from '../../platform/navigation/link.tsx'
import { useNavigation } from '../../platform/navigation/navigation.ts'
import { HealthMark } from './health/health-mark.tsx'
import { operationsTexts, destinationGroupTexts, destinationTexts, roleTexts } from './operations.messages.ts'
import { OPERATOR_PATHS, OPERATOR_DESTINATIONS, findDestination, REQUIRED_ROLES } from './operator-navigation.ts'

export function OperatorFrame({ role, children }: { role: OperatorRole; children: ReactNode }) {
  return (
    <div className="mx-auto grid w-full max-w-[76rem] flex-1 content-start gap-x-10 gap-y-6 px-4 py-6 lg:grid-cols-[13.5rem_minmax(0,1fr)] lg:py-10">
      <OperatorNavigation role={role} />
      <div className="min-w-0">{children}</div>
    </div>
  )
}

function OperatorNavigation({ role }: { role: OperatorRole }) {
  const texts = useTexts(operationsTexts)
  const roles = useTexts(roleTexts)
  const names = useTexts(destinationTexts)
  const groups = useTexts(destinationGroupTexts)
  const current = findDestination(useNavigation().place)
  const listId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  // Closes the menu of a narrow window and returns the focus to its button.
  const close = (): void => {
    if (!isOpen) return
    setOpen(false)
    toggle.current?.focus({ preventScroll: true })
  }
  const closeByKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close()
  }
  return (
    <nav
      aria-label={texts.title}
      className="min-w-0 self-start lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:overflow-y-auto print:hidden"
    >
      <p className="hidden px-3 text-sm font-semibold lg:block">{texts.title}</p>
      <p className="hidden px-3 pb-3 text-sm text-ink-2 lg:block">{texts.youAre(roles[role])}</p>
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        aria-controls={listId}
        className="card flex min-h-12 w-full items-center justify-between gap-3 px-4 py-2 text-left shadow-1 lg:hidden"
        onClick={() => setOpen(!isOpen)}
        onKeyDown={closeByKey}
      >
        <span className="min-w-0">
          <span className="block text-xs text-ink-2">{texts.title}</span>
          <span className="block font-semibold">{names[current]}</span>
        </span>
        <ChevronDown className={cx('size-5 shrink-0 transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div id={listId} className={cx('max-lg:card max-lg:mt-2 max-lg:p-2', isOpen ? 'block' : 'max-lg:hidden')}>
        {OPERATOR_DESTINATIONS.map(({ group, destinations }) => (
          <div key={group} className="pb-3 last:pb-0 lg:pb-2">
            <p className="px-3 pt-1 text-xs font-semibold text-ink-2">{groups[group]}</p>
            <ul>
              {destinations
                .filter((place) => isRoleAtLeast(role, REQUIRED_ROLES[place] ?? 'viewer'))
                .map((place) => (
                  <li key={place} className="flex flex-wrap items-center gap-x-2">
                    <Link
                      href={OPERATOR_PATHS[place]}
                      aria-current={place === current ? 'page' : undefined}
                      className="bar-link flex-1 whitespace-nowrap lg:h-9"
                      onClick={close}
                      onKeyDown={closeByKey}
                    >
                      {names[place]}
                    </Link>
                    {place === 'health' && <HealthMark />}
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
