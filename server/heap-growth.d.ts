/**
 * Keeps the heap small. V8's default lets it grow to several times its live objects: 36 kB per connection, not 18. Also
 * allocates only young objects: old ones die only in a full collection, of which a small heap then has many.
 */
export declare function limitHeapGrowth(): void
