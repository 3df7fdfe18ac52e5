import { createCardFields, type CardDetails, type CardField, type FieldName } from './card-fields.ts'
import { buildElement, type Appearance, setAppearance, createShadowHost } from './dom-building.ts'
import { getErrorText, FORM_MESSAGES } from './form-messages.ts'
import type { Locale, StripeError } from './intents.ts'
import { OFFERED_CARDS } from './published-cards.ts'
import { FORM_STYLE } from './setup-form-style.ts'

export interface MountedForm {
  appearance: () => Appearance
  setAppearance: (appearance: Partial<Appearance>) => void
  read: () => { card: CardDetails; error?: undefined } | { card?: undefined; error: StripeError }
  mark: (error: StripeError) => void
  setBusy: (isBusy: boolean) => void
  focus: () => void
  remove: () => void
  removed: AbortSignal
}

const ABOUT: Record<string, FieldName> = {
  incomplete_number: 'number',
  invalid_number: 'number',
  incorrect_number: 'number',
  test_mode_live_card: 'number',
  incomplete_expiry: 'expiry',
  invalid_expiry_month: 'expiry',
  invalid_expiry_year: 'expiry',
  invalid_expiry_month_past: 'expiry',
  invalid_expiry_year_past: 'expiry',
  expired_card: 'expiry',
  incomplete_cvc: 'cvc',
  invalid_cvc: 'cvc',
  incorrect_cvc: 'cvc',
}

/** Mounts a card form. @param onChange called when the form becomes complete or incomplete */
export function mountCardForm(
  container: HTMLElement,
  firstAppearance: Appearance,
  onChange: ((complete: boolean) => void) | undefined,
): MountedForm {
  const appearance = { ...firstAppearance }
  const { host, root } = createShadowHost(FORM_STYLE, appearance)
  const fields = createCardFields()
  const removal = new AbortController()
  const errors = new Map<CardField, string>()
  const marked = new Set<CardField>()
  const form = buildElement('div', { class: 'form', role: 'group' })
  const offer = createTestCardList((number) => fields.fill(number))
  form.append(...fields.all.map(({ whole }) => whole), offer.whole)
  root.append(form)

  const say = (field: CardField, code: string | null): void => {
    if (code === null) errors.delete(field)
    else errors.set(field, code)
    field.error.textContent = code === null ? '' : (getErrorText(appearance.locale, code) ?? code)
    field.input.setAttribute('aria-invalid', String(code !== null || marked.has(field)))
  }
  const applyLook = (): void => {
    const texts = FORM_MESSAGES[appearance.locale]
    setAppearance(host, appearance)
    form.setAttribute('aria-label', texts.card)
    for (const field of fields.all) {
      field.label.textContent = texts[field.name]
      if (field.name !== 'number') field.input.placeholder = texts[`${field.name}Hint`]
      say(field, errors.get(field) ?? null)
    }
    offer.speak(appearance.locale)
  }

  let wasComplete = false
  for (const field of fields.all) {
    field.input.addEventListener('input', () => {
      marked.delete(field)
      say(field, null)
      const isComplete = fields.read() !== null
      if (isComplete !== wasComplete) onChange?.(isComplete)
      wasComplete = isComplete
    })
    field.input.addEventListener('blur', () => {
      if (field.input.value !== '' && !errors.has(field)) say(field, field.problem())
    })
    field.input.addEventListener('keydown', (event) => {
      // The shadow root hides the fields from the surrounding form, so Enter must submit that form explicitly.
      if (event.key === 'Enter' && !event.isComposing) host.closest('form')?.requestSubmit()
    })
  }
  applyLook()
  container.append(host)

  return {
    appearance: () => ({ ...appearance }),
    setAppearance: (changes) => {
      Object.assign(appearance, changes)
      applyLook()
    },
    read: () => {
      marked.clear()
      for (const field of fields.all) say(field, field.problem())
      const first = fields.all.find((field) => errors.has(field))
      const card = fields.read()
      if (!first && card) return { card }
      first?.input.focus()
      const code = (first && errors.get(first)) ?? 'incomplete_number'
      return { error: { type: 'validation_error', code, message: getErrorText(appearance.locale, code) ?? code } }
    },
    mark: (error) => {
      const code = [error.decline_code, error.code].find((known) => known !== undefined && known in ABOUT)
      const field = fields.all.find(({ name }) => code !== undefined && name === ABOUT[code])
      if (!field) return
      marked.add(field)
      say(field, null)
      field.input.focus()
    },
    setBusy: (isBusy) => {
      form.setAttribute('aria-busy', String(isBusy))
      for (const { input } of fields.all) input.readOnly = isBusy
      offer.whole.inert = isBusy
    },
    focus: () => (fields.all.find(({ problem }) => problem() !== null) ?? fields.all[0])?.input.focus(),
    remove: () => {
      host.remove()
      removal.abort()
    },
    removed: removal.signal,
  }
}

function createTestCardList(fill: (number: string) => void): { whole: HTMLElement; speak: (locale: Locale) => void } {
  const summary = buildElement('summary')
  const note = buildElement('p', { class: 'note' })
  const list = buildElement('ul')
  const announcement = buildElement('p', { class: 'announcement', role: 'status' })
  const details = buildElement('details')
  const whole = buildElement('div', { class: 'whole' })
  details.append(summary, note, list)
  whole.append(details, announcement)

  const names = OFFERED_CARDS.map(({ number, name }) => {
    const button = buildElement('button', { type: 'button' })
    const label = buildElement('b')
    const item = buildElement('li')
    button.append(label, buildElement('span', {}, `•••• ${number.slice(-4)}`))
    item.append(button)
    list.append(item)
    button.addEventListener('click', () => {
      fill(number)
      details.open = false
      summary.focus()
      const locale = whole.lang === 'nl' ? 'nl' : 'en'
      announcement.textContent = FORM_MESSAGES[locale].filled(name[locale])
    })
    return { label, name }
  })
  return {
    whole,
    speak: (locale) => {
      whole.lang = locale
      summary.textContent = FORM_MESSAGES[locale].testCards
      note.textContent = FORM_MESSAGES[locale].testMode
      for (const { label, name } of names) label.textContent = name[locale]
    },
  }
}
