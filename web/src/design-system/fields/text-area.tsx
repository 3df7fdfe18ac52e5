import { useLayoutEffect, useRef, type ComponentProps, type CSSProperties } from 'react'

import { cx } from '../class-names.ts'
import { repairField } from './field-repair.ts'
import { passRef } from './pass-ref.ts'

export type TextAreaProps = ComponentProps<'textarea'> & {
  maxRows?: number
}

export function TextArea({ rows = 3, maxRows = 10, className, style, ref, onInput, onChange, ...rest }: TextAreaProps) {
  const area = useRef<HTMLTextAreaElement>(null)

  // Fits the height after every render, because a controlled value may change without an input event.
  useLayoutEffect(() => {
    if (area.current) fitHeightToText(area.current)
  })

  return (
    <textarea
      {...rest}
      rows={rows}
      ref={(element) => {
        area.current = element
        return passRef(ref, element)
      }}
      onInput={(event) => {
        fitHeightToText(event.currentTarget)
        onInput?.(event)
      }}
      onChange={(event) => {
        repairField(event.currentTarget)
        onChange?.(event)
      }}
      className={cx('input text-area', className)}
      style={{ ...style, '--rows': rows, '--max-rows': maxRows } as CSSProperties}
    />
  )
}

/** Fits the height to the text in browsers without `field-sizing`. The style sheet sets the limits. */
function fitHeightToText(area: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  area.style.height = 'auto'
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}
