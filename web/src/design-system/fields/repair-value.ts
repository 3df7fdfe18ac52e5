import { repairEmail, repairText } from '@kundig/contract/texts/repair-text'

/** Repairs what stands in a field; the caret stays where it is. */
export function repairValue(field: HTMLInputElement | HTMLTextAreaElement): void {
  const repair = field.type === 'email' ? repairEmail : repairText
  const { value, selectionStart } = field
  const repaired = repair(value)
  if (repaired === value) return
  field.value = repaired
  // Fields for email addresses have no caret to set.
  if (selectionStart === null) return
  const caret = repair(value.slice(0, selectionStart)).length
  field.setSelectionRange(caret, caret)
}
