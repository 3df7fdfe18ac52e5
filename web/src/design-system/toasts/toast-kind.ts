/** What a toast is about: it decides its colour and its icon. */
export type ToastKind = 'success' | 'error' | 'info'

/** What can be done about the news, by a button in the toast. */
export interface ToastAction {
  label: string
  onClick: () => void
}
