import { toast } from '../design-system/toasts/toast.tsx'

/** Copies a text and shows a toast: some browsers forbid it. */
export async function copyText(
  text: string,
  { copied, copyFailed }: { copied: string; copyFailed: string },
): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast.success(copied)
  } catch {
    toast.info(copyFailed)
  }
}
