import { SpinnerRing } from '../../design-system/spinner.tsx'

export function LinkCheckSpinner({ label }: { label: string }) {
  return (
    <output className="grid w-full justify-items-center gap-4 py-16 text-center text-ink-2">
      <SpinnerRing size={36} className="text-primary" />
      <span>{label}</span>
    </output>
  )
}
