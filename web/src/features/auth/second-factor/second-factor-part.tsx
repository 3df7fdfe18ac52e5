import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'

import type { Session } from '@kundig/contract/auth/auth.contract'

import { Button } from '../../../design-system/button.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { QueryState } from '../../../design-system/states/query-state.tsx'
import { Skeleton } from '../../../design-system/states/skeleton.tsx'
import { toast } from '../../../design-system/toasts/toast.tsx'
import { client } from '../../../platform/api/client.ts'
import { useCheckedForm } from '../../../platform/forms/use-checked-form.ts'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { useCopying } from '../../../platform/use-copying.ts'
import { CodeField } from '../code-field.tsx'
import { devicesQuery } from '../devices/devices.queries.ts'
import { CurrentPasswordField } from '../passwords/current-password-field.tsx'
import { secondFactorTexts } from './second-factor.messages.ts'
import { secondFactorQuery } from './second-factor.queries.ts'

type User = Session['user']
type SecondFactorSetup = Awaited<ReturnType<typeof client.auth.beginSecondFactor>>
type SecondFactorTask = 'nothing' | 'on' | 'off' | 'renew'

export function SecondFactorSection({ user }: { user: User }) {
  const texts = useTexts(secondFactorTexts)
  const factor = useQuery(secondFactorQuery)
  const queryClient = useQueryClient()
  const [doing, setDoing] = useState<SecondFactorTask>('nothing')
  const [begun, setBegun] = useState<SecondFactorSetup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const stage = codes ? 'codes' : begun ? 'begun' : doing
  const shown = useRef<string>(stage)
  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    place.current?.querySelector<HTMLElement>('input, h3, button')?.focus()
  }, [stage])
  const done = (said: string | null, made: readonly string[] | null): void => {
    setDoing('nothing')
    setBegun(null)
    setCodes(made)
    if (said !== null) toast.success(said)
    for (const { queryKey } of [secondFactorQuery, devicesQuery]) void queryClient.invalidateQueries({ queryKey })
  }
  if (codes) {
    return (
      <div ref={place}>
        <RecoveryCodes codes={codes} onKept={() => setCodes(null)} />
      </div>
    )
  }
  return (
    <div ref={place}>
      <QueryState
        query={factor}
        loading={
          <div aria-busy="true">
            <span role="status" className="sr-only">
              {texts.loading}
            </span>
            <Skeleton className="mt-3 h-11 rounded-md" />
          </div>
        }
        renderFailure={() => texts.failed}
        retryLabel={texts.retry}
      >
        {({ is_on, recovery_codes_left }) => (
          <>
            <p className="mt-1 text-sm text-ink-2">{is_on ? texts.onLead(recovery_codes_left) : texts.offLead}</p>
            {!is_on && !user.email_verified && <p className="mt-2 text-sm">{texts.unconfirmed}</p>}
            {doing === 'nothing' && <FactorChoices isOn={is_on} canTurnOn={user.email_verified} onChoose={setDoing} />}
            {doing === 'on' && !begun && (
              <FactorForm
                asks={{ password: user.has_password, code: false }}
                label={texts.goOn}
                onCancel={() => setDoing('nothing')}
                send={async ({ password }) =>
                  setBegun(await client.auth.beginSecondFactor({ current_password: password }))
                }
              />
            )}
            {begun && (
              <>
                <AppSecret secret={begun} />
                <FactorForm
                  asks={{ password: false, code: true }}
                  codeLabel={texts.firstCode}
                  label={texts.turnOn}
                  onCancel={() => done(null, null)}
                  send={async ({ code = '' }) => {
                    await client.auth.turnOnSecondFactor({ code })
                    done(texts.isOn, begun.recovery_codes)
                  }}
                />
              </>
            )}
            {doing === 'off' && (
              <FactorForm
                asks={{ password: user.has_password, code: true }}
                label={texts.turnOff}
                onCancel={() => setDoing('nothing')}
                send={async ({ password, code = '' }) => {
                  await client.auth.turnOffSecondFactor({ code, current_password: password })
                  done(texts.isOff, null)
                }}
              />
            )}
            {doing === 'renew' && (
              <FactorForm
                asks={{ password: user.has_password, code: !user.has_password }}
                label={texts.renew}
                onCancel={() => setDoing('nothing')}
                send={async ({ password, code }) => {
                  const made = await client.auth.renewRecoveryCodes({ code, current_password: password })
                  done(null, made.recovery_codes)
                }}
              />
            )}
          </>
        )}
      </QueryState>
    </div>
  )
}

function FactorChoices({
  isOn,
  canTurnOn,
  onChoose,
}: {
  isOn: boolean
  canTurnOn: boolean
  onChoose: (doing: SecondFactorTask) => void
}) {
  const texts = useTexts(secondFactorTexts)
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {isOn ? (
        <>
          <Button variant="secondary" size="sm" onClick={() => onChoose('renew')}>
            {texts.renew}
          </Button>
          <Button variant="secondary" size="sm" onClick={() => onChoose('off')}>
            {texts.turnOff}
          </Button>
        </>
      ) : (
        canTurnOn && (
          <Button variant="secondary" size="sm" onClick={() => onChoose('on')}>
            {texts.turnOn}
          </Button>
        )
      )}
    </div>
  )
}

function AppSecret({ secret }: { secret: Pick<SecondFactorSetup, 'uri' | 'key'> }) {
  const texts = useTexts(secondFactorTexts)
  return (
    <>
      <p className="mt-4 text-sm text-ink-2">{texts.scan}</p>
      <QrCode text={secret.uri} label={texts.qr} />
      <p className="mt-3 text-sm">
        {texts.key}:{' '}
        <code translate="no" className="break-all">
          {secret.key}
        </code>
      </p>
    </>
  )
}

interface FactorFormProps {
  asks: { password: boolean; code: boolean }
  label: string
  codeLabel?: string
  onCancel: () => void
  send: (values: { password: string | undefined; code: string | undefined }) => Promise<void>
}

function FactorForm({ asks, label, codeLabel, onCancel, send }: FactorFormProps) {
  const texts = useTexts(secondFactorTexts)
  const { values, set, errorAt, formError, busy, submit } = useCheckedForm({
    initial: { current: '', code: '' },
    check: ({ current, code }) => ({
      current: asks.password && current === '' ? 'FIELD_REQUIRED' : null,
      code: asks.code && code.trim() === '' ? 'FIELD_REQUIRED' : null,
    }),
    send: ({ current, code }) =>
      send({ password: asks.password ? current : undefined, code: asks.code ? code : undefined }),
    fallback: 'UNEXPECTED',
    findField: (code) => {
      if (code === 'WRONG_PASSWORD') return 'current'
      return asks.code && /^SECOND_FACTOR_(?:WRONG|USED)|^RECOVERY/u.test(code) ? 'code' : undefined
    },
  })
  return (
    <form noValidate className="mt-5 grid gap-5" onSubmit={(event) => void submit(event)}>
      {asks.password && (
        <CurrentPasswordField
          value={values.current}
          error={errorAt('current')}
          onChange={(value) => set('current', value)}
        />
      )}
      {asks.code && (
        <CodeField
          label={codeLabel ?? texts.codeOrRecovery}
          error={errorAt('code')}
          inputMode={codeLabel === undefined ? 'text' : 'numeric'}
          value={values.code}
          onChange={(code) => set('code', code)}
        />
      )}
      <FormError text={formError} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={busy}>
          {label}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** QR code in black on white in every theme, because cameras expect these colours. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mt-3 h-auto w-full max-w-56 rounded-md"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const texts = useTexts(secondFactorTexts)
  const text = `${codes.join('\n')}\n`
  const { label, copy } = useCopying()
  return (
    <div className="mt-3">
      <h3 tabIndex={-1} className="font-semibold outline-none">
        {texts.codesTitle}
      </h3>
      <p className="mt-1 text-sm text-ink-2">{texts.codesLead}</p>
      <ul translate="no" className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => copy(text)}>
          {label}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => downloadCodes(text)}>
          {texts.download}
        </Button>
        <Button variant="secondary" size="sm" onClick={() => window.print()}>
          {texts.print}
        </Button>
        <Button size="sm" onClick={onKept}>
          {texts.kept}
        </Button>
      </div>
    </div>
  )
}

function downloadCodes(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: 'kundig-recovery-codes.txt' })
  link.click()
  URL.revokeObjectURL(address)
}
