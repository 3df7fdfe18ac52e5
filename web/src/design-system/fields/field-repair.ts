let code: typeof import('./repair-text.ts') | undefined

/** Fetches the repairs. The application starts with them; a public page needs them once one of its fields has the focus. */
export async function loadFieldRepairs(): Promise<void> {
  code ??= await import('./repair-text.ts')
}

/** Repairs what stands in a field, before anything reads it. */
export function repairField(field: HTMLInputElement | HTMLTextAreaElement): void {
  code?.repairValue(field)
}
