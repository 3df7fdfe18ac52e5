const load = () => import('./repair-value.ts')
let code: Awaited<ReturnType<typeof load>> | undefined

/** Loads the code that repairs pasted text. Called at start, or at the first focus on a public page. */
export async function loadFieldRepairs(): Promise<void> {
  code ??= await load()
}

export function repairField(field: HTMLInputElement | HTMLTextAreaElement): void {
  code?.repairValue(field)
}
