/** Browser features that no page of the site uses. */
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

/** Features that a bank's page in a Stripe frame may use, to let the buyer confirm with the device. */
const USED_TO_PAY = ['payment', 'publickey-credentials-get']

/**
 * Returns the Permissions-Policy header: an injected script or frame cannot use a camera or other features.
 * @param paymentFrames origins of frames that take payments, such as `https://js.stripe.com`; without any, none may
 */
export function permissionsPolicy(paymentFrames: readonly string[]): string {
  const allowed = paymentFrames.length === 0 ? '' : ['self', ...paymentFrames.map((origin) => `"${origin}"`)].join(' ')
  return [...UNUSED.map((feature) => `${feature}=()`), ...USED_TO_PAY.map((feature) => `${feature}=(${allowed})`)].join(
    ', ',
  )
}
