import { Plus, X } from 'lucide-react'
import { useId, useState } from 'react'

import { APPOINTMENTS } from '@kundig/contract/appointments/appointment-rules'

import { Button, IconButton } from '../../../design-system/button.tsx'
import { Field, Select, TextInput } from '../../../design-system/fields/field.tsx'
import { FormError } from '../../../design-system/fields/form-error.tsx'
import { Dialog } from '../../../design-system/layers/dialog.tsx'
import { useLanguage } from '../../../platform/i18n/language.tsx'
import { useTexts } from '../../../platform/i18n/texts.ts'
import { LINK_START } from '../call-link/call-link-rule.ts'
import { formatZoneName } from '../zones.ts'
import { isRepeatedTime, toLocalTime, type TypedTime } from './local-times.ts'
import { proposingTexts } from './proposing.messages.ts'
import { type ProposeFormOptions, toFieldName, useProposeForm } from './use-propose-form.ts'

const DURATIONS = [15, 30, 45, 60, 90, 120]
/** Step of the time fields' pickers (s). */
const STEP_S = 300

export function ProposeDialog({ room, onMessage, onClose }: ProposeFormOptions) {
  const texts = useTexts(proposingTexts)
  const language = useLanguage()
  const formId = useId()
  const form = useProposeForm({ room, onMessage, onClose })
  const { proposal, isBusy } = form
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.title(room.partner.full_name)}
      description={texts.zone(formatZoneName(form.zone, language))}
      closeLabel={texts.close}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} busy={isBusy}>
            {texts.send}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className="grid gap-5" onSubmit={(event) => void form.submit(event)}>
        {proposal.times.map((time, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a time has no other identity
          <TimeField key={index} time={time} index={index} form={form} />
        ))}
        {proposal.times.length < APPOINTMENTS.timesMax && (
          <Button
            variant="secondary"
            size="sm"
            className="justify-self-start"
            aria-disabled={isBusy || undefined}
            onClick={() => !isBusy && form.addTime()}
          >
            <Plus size={18} />
            <span>{texts.addTime}</span>
          </Button>
        )}
        <Field label={texts.duration} required>
          {(control) => (
            <Select
              {...control}
              name="minutes"
              placeholder={texts.duration}
              options={DURATIONS.map((minutes) => ({ value: String(minutes), label: texts.minutes(minutes) }))}
              value={String(proposal.minutes)}
              disabled={isBusy}
              onChange={(event) => form.change({ minutes: Number(event.target.value) })}
            />
          )}
        </Field>
        <Field label={texts.link} hint={texts.linkHint} error={form.linkError}>
          {(control) => (
            <TextInput
              {...control}
              name="link"
              type="url"
              inputMode="url"
              autoComplete="off"
              placeholder={LINK_START}
              value={proposal.link}
              readOnly={isBusy}
              onChange={(event) => form.change({ link: event.target.value })}
            />
          )}
        </Field>
        <FormError text={form.formError} />
      </form>
    </Dialog>
  )
}

interface TimeFieldProps {
  time: TypedTime
  index: number
  form: ReturnType<typeof useProposeForm>
}

function TimeField({ time, index, form }: TimeFieldProps) {
  const texts = useTexts(proposingTexts)
  const { proposal, zone, isBusy } = form
  const isAsked = isRepeatedTime(time.local, zone)
  const [now] = useState(() => Date.now())
  const error = form.timeErrorAt(index)
  return (
    <div className="grid gap-3">
      <Field label={texts.time(index + 1)} required error={isAsked ? null : error}>
        {(control) => (
          <span className="flex items-center gap-2">
            <TextInput
              {...control}
              type="datetime-local"
              name={toFieldName('time', index)}
              className="min-w-0 flex-1"
              min={toLocalTime(now, zone)}
              max={toLocalTime(now + APPOINTMENTS.aheadMaxMs, zone)}
              step={STEP_S}
              value={time.local}
              readOnly={isBusy}
              onChange={(event) => form.setLocal(index, event.target.value)}
            />
            {proposal.times.length > 1 && (
              <IconButton
                label={texts.removeTime(index + 1)}
                className="flex-none"
                aria-disabled={isBusy || undefined}
                onClick={(event) => {
                  if (isBusy) return
                  const { form: element } = event.currentTarget
                  form.removeTime(index)
                  // Focuses the first time field, because the pressed button may disappear.
                  const first = element?.elements.namedItem(toFieldName('time', 0))
                  if (first instanceof HTMLElement) first.focus()
                }}
              >
                <X size={20} />
              </IconButton>
            )}
          </span>
        )}
      </Field>
      {isAsked && (
        <Field label={texts.which} required hint={texts.doubled} error={error}>
          {(control) => (
            <Select
              {...control}
              name={toFieldName('which', index)}
              placeholder={texts.which}
              options={[
                { value: 'first', label: texts.first },
                { value: 'second', label: texts.second },
              ]}
              value={time.which}
              disabled={isBusy}
              onChange={(event) => form.setWhich(index, event.target.value === 'second' ? 'second' : 'first')}
            />
          )}
        </Field>
      )}
    </div>
  )
}
