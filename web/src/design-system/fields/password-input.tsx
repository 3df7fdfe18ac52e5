import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'

import { cx } from '../class-names.ts'

export type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }

export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false)
  const label = shown ? hideLabel : showLabel
  const Icon = shown ? EyeOff : Eye
  return (
    <span className="relative block">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={cx('input pr-12', className)}
      />
      <button type="button" className="input-btn" aria-label={label} title={label} onClick={() => setShown(!shown)}>
        <Icon size={20} />
      </button>
    </span>
  )
}
