import type { ComponentProps } from 'react'

export type IconProps = ComponentProps<'svg'> & { size?: number }

/** Creates an icon for public pages, with Lucide's drawings (ISC licence) but without its larger runtime. */
function createIcon(...lines: string[]) {
  const path = lines.join('')
  return function Icon({ size = 24, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        {...rest}
      >
        <path d={path} />
      </svg>
    )
  }
}

function drawCircle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`
}

export const CheckIcon = createIcon('M20 6 9 17l-5-5')
export const SearchIcon = createIcon('M21 21l-4.34-4.34', drawCircle(11, 11, 8))
export const CloseIcon = createIcon('M18 6 6 18', 'M6 6l12 12')
export const MenuIcon = createIcon('M4 5h16M4 12h16M4 19h16')
export const MoonIcon = createIcon(
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401',
)
export const SunIcon = createIcon(
  drawCircle(12, 12, 4),
  'M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41',
)
export const ChevronDownIcon = createIcon('m6 9 6 6 6-6')
export const BackIcon = createIcon('m12 19-7-7 7-7M19 12H5')
export const RetryIcon = createIcon('M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5')
export const WarningIcon = createIcon(
  'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
  'M12 9v4M12 17h.01',
)
