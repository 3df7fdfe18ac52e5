import type { ComponentProps, ReactNode } from 'react'

export type ToolButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  label: string
  icon: ReactNode
}

/** Icon button beside a field. On narrow screens it is a row with the label instead of an icon alone. */
export function ToolButton({ label, icon, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className="icon-btn size-12 max-md:flex max-md:w-full max-md:items-center max-md:justify-start max-md:gap-3 max-md:px-3"
    >
      <span aria-hidden="true" className="contents">
        {icon}
      </span>
      <span className="whitespace-nowrap text-ink md:sr-only">{label}</span>
    </button>
  )
}
