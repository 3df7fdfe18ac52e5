import { Content, List, Root, Trigger } from '@radix-ui/react-tabs'
import type { ReactNode } from 'react'

import { CountBadge } from './badge.tsx'
import { cx } from './class-names.ts'

export type TabsProps<T extends string> = {
  /** What the tabs choose between, for screen readers. */
  label: string
  value: T
  onChange: (value: T) => void
  /** `count` is shown in red when above zero; `countLabel` is what is read instead of the figure ("2 new"). */
  tabs: readonly { value: T; label: string; count?: number; countLabel?: string }[]
  className?: string
  listClassName?: string
  /** The `TabPanel`s. */
  children: ReactNode
}

/** Tabs with arrow keys, Home and End. The caller keeps the value, so that it can live in the address. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
  className,
  listClassName,
  children,
}: TabsProps<T>) {
  const change = (next: string) => {
    const chosen = tabs.find((tab) => tab.value === next)
    if (chosen) onChange(chosen.value)
  }
  return (
    <Root value={value} onValueChange={change} className={className}>
      <List aria-label={label} className={cx('tab-list', listClassName)}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value} className="tab">
            {tab.label}
            <CountBadge count={tab.count ?? 0} label={tab.countLabel ?? String(tab.count ?? 0)} />
          </Trigger>
        ))}
      </List>
      {children}
    </Root>
  )
}

/** What one tab shows; mounted only while its tab is chosen. */
export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Content value={value} className={className}>
      {children}
    </Content>
  )
}
