export interface ProgressBarProps {
  /** From 0 to 100. */
  percent: number
  /** The id of what names it. */
  labelledBy: string
}

/** How far something is. */
export function ProgressBar({ percent, labelledBy }: ProgressBarProps) {
  return (
    <div
      role="progressbar"
      aria-labelledby={labelledBy}
      aria-valuenow={percent}
      className="h-2 overflow-clip rounded-full bg-surface-3"
    >
      <div className="h-full rounded-full bg-primary" style={{ width: `${percent}%` }} />
    </div>
  )
}
