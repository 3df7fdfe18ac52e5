const load = () => import('./repair-value.ts')
let code: Awaited<ReturnType<typeof load>> | undefined

/** Loads the repairs: at the start of the application, or when a field of a public page gets the focus. */
export async function loadFieldRepairs(): Promise<void> {
  code ??= await load()
}

export function repairField(field: HTMLInputElement | HTMLTextAreaElement): void {
  code?.repairValue(field)
}
