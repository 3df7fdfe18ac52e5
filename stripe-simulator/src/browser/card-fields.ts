import { editExpiry, findExpiryProblem, readExpiry } from './card-expiry.ts'
import { findBrand, editNumber, groupNumber, findNumberProblem } from './card-number.ts'
import { buildElement } from './dom-building.ts'
import { keepDigits, type Edit } from './edited-text.ts'

export type FieldName = 'number' | 'expiry' | 'cvc'

export interface CardField {
  name: FieldName
  input: HTMLInputElement
  label: HTMLLabelElement
  error: HTMLParagraphElement
  whole: HTMLElement
  problem: () => string | null
}

export interface CardDetails {
  number: string
  month: number
  year: number
  cvc: string
}

export interface CardFields {
  all: readonly CardField[]
  fill: (number: string) => void
  read: () => CardDetails | null
}

const BRANDS: Record<string, string> = {
  amex: 'Amex',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

export function createCardFields(): CardFields {
  const brand = buildElement('span', { class: 'brand', 'aria-hidden': 'true' })
  const number = createField('number', editNumber, () => findNumberProblem(number.input.value))
  const expiry = createField('expiry', editExpiry, () => findExpiryProblem(expiry.input.value, new Date()))
  const codeLength = (): number => (findBrand(keepDigits(number.input.value)) === 'amex' ? 4 : 3)
  const editCode = ({ text, caret }: Edit): Edit => ({
    text: keepDigits(text).slice(0, codeLength()),
    caret: Math.min(keepDigits(text.slice(0, caret)).length, codeLength()),
  })
  const cvc = createField('cvc', editCode, () => (cvc.input.value.length === codeLength() ? null : 'incomplete_cvc'))

  const showBrand = (): void => {
    brand.textContent = BRANDS[findBrand(keepDigits(number.input.value)) ?? ''] ?? ''
  }
  number.whole.classList.add('whole')
  number.input.classList.add('number')
  number.input.after(brand)
  number.input.placeholder = '1234 1234 1234 1234'
  number.input.addEventListener('input', showBrand)

  return {
    all: [number, expiry, cvc],
    fill: (digits) => {
      number.input.value = groupNumber(digits)
      expiry.input.value = '12 / 34'
      cvc.input.value = '1234'.slice(0, codeLength())
      showBrand()
      for (const { input } of [number, expiry, cvc]) input.dispatchEvent(new Event('input'))
    },
    read: () => {
      const date = readExpiry(expiry.input.value)
      if (date === null || [number, expiry, cvc].some(({ problem }) => problem() !== null)) return null
      return { number: keepDigits(number.input.value), ...date, cvc: cvc.input.value }
    },
  }
}

function createField(
  name: FieldName,
  edit: (edit: Edit, previous: string, change: string | undefined) => Edit,
  problem: () => string | null,
): CardField {
  const label = buildElement('label', { for: name })
  const input = buildElement('input', {
    id: name,
    inputmode: 'numeric',
    // Browsers must neither offer nor store numbers here: test cards are not the person's own cards.
    autocomplete: 'off',
    spellcheck: 'false',
    required: '',
    'aria-describedby': `${name}-error`,
  })
  const error = buildElement('p', { id: `${name}-error`, class: 'error' })
  const box = buildElement('div', { class: 'box' })
  const whole = buildElement('div', { class: 'field' })
  box.append(input)
  whole.append(label, box, error)

  let previous = ''
  input.addEventListener('input', (event) => {
    const change = event instanceof InputEvent ? event.inputType : undefined
    const now = { text: input.value, caret: input.selectionStart ?? input.value.length }
    const { text, caret } = edit(now, previous, change)
    previous = text
    if (text === input.value) return
    input.value = text
    // An unfocused field has no caret to move.
    if (input.matches(':focus')) input.setSelectionRange(caret, caret)
  })
  return { name, input, label, error, whole, problem }
}
