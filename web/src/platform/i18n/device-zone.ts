/** Returns the device's zone; UTC when the browser reports a zone that it does not accept (`Etc/Unknown`). */
export function readDeviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
