import { repairEmail, repairText } from '@kundig/contract/texts/repair-text'

export function repairValue(field: HTMLInputElement | HTMLTextAreaElement): void {
  const repair = field.type === 'email' ? repairEmail : repairText
  const { value, selectionStart } = field
  const repaired = repair(value)
  if (repaired === value) return
  field.value = repaired
  // Browsers do not let scripts set the caret of an email field.
  if (selectionStart === null) return
  const caret = repair(value.slice(0, selectionStart)).length
  field.setSelectionRange(caret, caret)
}
