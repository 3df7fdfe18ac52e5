/** Fields of an intent that a publishable key can read. Customer, metadata and transfer are hidden. */
const VISIBLE = new Map([
  [
    'payment_intent',
    new Set([
      'id',
      'object',
      'allowed_payment_method_types',
      'amount',
      'amount_details',
      'automatic_payment_methods',
      'canceled_at',
      'cancellation_reason',
      'capture_method',
      'client_secret',
      'confirmation_method',
      'created',
      'currency',
      'description',
      'last_payment_error',
      'livemode',
      'next_action',
      'payment_method',
      'payment_method_configuration_details',
      'payment_method_types',
      'processing',
      'receipt_email',
      'setup_future_usage',
      'shipping',
      'source',
      'status',
    ]),
  ],
  [
    'setup_intent',
    new Set([
      'id',
      'object',
      'allowed_payment_method_types',
      'automatic_payment_methods',
      'cancellation_reason',
      'client_secret',
      'created',
      'description',
      'last_setup_error',
      'livemode',
      'next_action',
      'payment_method',
      'payment_method_configuration_details',
      'payment_method_types',
      'status',
      'usage',
    ]),
  ],
  [
    'payment_method',
    new Set([
      'id',
      'object',
      'allow_redisplay',
      'billing_details',
      'card',
      'created',
      'customer',
      'customer_account',
      'livemode',
      'type',
    ]),
  ],
])

export function toPublicView(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPublicView)
  if (typeof value !== 'object' || value === null) return value
  const name: unknown = Reflect.get(value, 'object')
  const visible = typeof name === 'string' ? VISIBLE.get(name) : undefined
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => visible === undefined || visible.has(key))
      .map(([key, inner]) => [key, toPublicView(inner)]),
  )
}
