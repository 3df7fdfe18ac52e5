/** What a toast is about: it decides its colour and its icon. */
export type ToastKind = 'success' | 'error' | 'info'
