const load = () => import('./repair-value.ts')
let code: Awaited<ReturnType<typeof load>> | undefined

/** Fetches the repairs. The application starts with them; a public page needs them once one of its fields has the focus. */
export async function loadFieldRepairs(): Promise<void> {
  code ??= await load()
}

/** Repairs what stands in a field, before anything reads it. */
export function repairField(field: HTMLInputElement | HTMLTextAreaElement): void {
  code?.repairValue(field)
}
