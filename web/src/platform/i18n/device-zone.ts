/** Returns the device's time zone, or UTC if the browser reports an invalid zone (`Etc/Unknown`). */
export function readDeviceZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
