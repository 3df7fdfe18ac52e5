import { useQuery } from '@tanstack/react-query'
import { Monitor, MonitorSmartphone, Smartphone, Tablet } from 'lucide-react'
import { useRef } from 'react'

import type { Device } from '@kundig/contract/auth/auth.contract'
import { type DeviceName, parseUserAgent } from '@kundig/contract/auth/device-name'

import { Badge } from '../../../design-system/badge.tsx'
import { Button } from '../../../design-system/button.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { securityTexts } from '../security.messages.ts'
import { useLogOut } from '../use-log-out.ts'
import { devicesQuery, useEndSession } from './devices.queries.ts'

const ICONS = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  unknown: MonitorSmartphone,
} as const satisfies Record<DeviceName['kind'], typeof Monitor>

/** @param leave goes to a public screen after this device is logged out */
export function DeviceList({ leave }: { leave: () => Promise<void> }) {
  const texts = useTexts(securityTexts)
  const devices = useQuery(devicesQuery)
  const list = useRef<HTMLUListElement>(null)
  const here = useLogOut(leave)
  const endSession = useEndSession((device) => {
    const { browser, system } = parseUserAgent(device.user_agent)
    toast.success(texts.deviceLoggedOut(texts.device(browser, system)))
  })
  return (
    <QueryState
      query={devices}
      loading={
        <div aria-busy="true" className="mt-4 grid gap-3">
          <span role="status" className="sr-only">
            {texts.loading}
          </span>
          <Skeleton className="h-14 rounded-md" />
          <Skeleton className="h-14 rounded-md" />
        </div>
      }
      renderFailure={() => texts.devicesFailed}
      retryLabel={texts.retry}
    >
      {(data) => (
        <>
          <ul ref={list} tabIndex={-1} className="mt-4 grid divide-y divide-border outline-none">
            {sortCurrentDeviceFirst(data.items).map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                busy={device.is_current && here.busy}
                onLogOut={() => {
                  if (device.is_current) return void here.logOut()
                  endSession.mutate(device)
                  // Moves the focus from the pressed button to the list, because the button disappears with its row.
                  list.current?.focus({ preventScroll: true })
                }}
              />
            ))}
          </ul>
          {data.items.length <= 1 && <p className="text-sm text-ink-2">{texts.onlyHere}</p>}
        </>
      )}
    </QueryState>
  )
}

function sortCurrentDeviceFirst(devices: readonly Device[]): Device[] {
  return devices.toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
}

function DeviceRow({ device, busy, onLogOut }: { device: Device; busy: boolean; onLogOut: () => void }) {
  const texts = useTexts(securityTexts)
  const language = useLanguage()
  const { browser, system, kind } = parseUserAgent(device.user_agent)
  const name = texts.device(browser, system)
  const Icon = ICONS[kind]
  return (
    // On phones the button is beside the device's name, and the dates below have the full width.
    <li className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-0.5 py-3.5">
      <span className="row-start-1 row-end-3 grid size-11 flex-none place-items-center rounded-md bg-surface-2 text-ink-2">
        <Icon size={22} />
      </span>
      <p className="col-start-2 row-start-1 flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
        <span>{name}</span>
        {device.is_current && (
          <>
            <span className="sr-only">{', '}</span>
            <Badge tone="success">{texts.thisDevice}</Badge>
          </>
        )}
      </p>
      <p className="col-start-2 col-end-4 row-start-2 flex flex-wrap gap-x-3 text-sm text-ink-2 sm:col-end-3">
        <span>{device.is_current ? texts.activeNow : texts.lastSeen(formatMoment(device.updated_at, language))}</span>
        <span className="sr-only">{', '}</span>
        <span>{texts.loggedInOn(formatMoment(device.created_at, language))}</span>
      </p>
      <Button
        variant="secondary"
        size="sm"
        className="col-start-3 row-start-1 sm:row-end-3"
        busy={busy}
        aria-label={device.is_current ? texts.logOutThisDevice : texts.logOutDeviceNamed(name)}
        onClick={onLogOut}
      >
        {texts.logOutDevice}
      </Button>
    </li>
  )
}
