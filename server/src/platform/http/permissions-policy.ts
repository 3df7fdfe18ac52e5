const UNUSED = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'keyboard-map',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'picture-in-picture',
  'publickey-credentials-create',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
]

/** Features for a bank's page in a Stripe frame, where the buyer confirms with the device. */
const USED_TO_PAY = ['payment', 'publickey-credentials-get']

/** Denies browser features to injected scripts and frames. `paymentFrames` are origins: `https://js.stripe.com`. */
export function buildPermissionsPolicy(paymentFrames: readonly string[]): string {
  const allowed = paymentFrames.length === 0 ? '' : ['self', ...paymentFrames.map((origin) => `"${origin}"`)].join(' ')
  return [...UNUSED.map((feature) => `${feature}=()`), ...USED_TO_PAY.map((feature) => `${feature}=(${allowed})`)].join(
    ', ',
  )
}
