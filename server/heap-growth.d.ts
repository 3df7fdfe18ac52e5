/**
 * Keeps the heap small. V8's default lets it grow to several times its live objects: 36 kB per connection, not 18. Also
 * allocates all objects in the young generation. V8 otherwise puts some into the old one, which only full collections
 * clear, and a small heap then needs many of those.
 */
export declare function limitHeapGrowth(): void
