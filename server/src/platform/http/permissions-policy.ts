/** What a browser can do for a page beyond showing it, and no page of ours uses. */
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

/** What a bank's page may use in a frame of Stripe's, to have a payer confirm with the device. */
const USED_TO_PAY = ['payment', 'publickey-credentials-get']

/**
 * The Permissions-Policy header: a script or frame that should not be there cannot use a camera or whatever else.
 * @param paymentFrames whose frames take payments, such as `https://js.stripe.com`; without any, none may
 */
export function permissionsPolicy(paymentFrames: readonly string[]): string {
  const allowed = paymentFrames.length === 0 ? '' : ['self', ...paymentFrames.map((origin) => `"${origin}"`)].join(' ')
  return [...UNUSED.map((feature) => `${feature}=()`), ...USED_TO_PAY.map((feature) => `${feature}=(${allowed})`)].join(
    ', ',
  )
}
