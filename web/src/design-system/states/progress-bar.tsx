export interface ProgressBarProps {
  percent: number
  labelledBy: string
}

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
