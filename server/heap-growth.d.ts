/** Keeps the heap small. V8's default lets it grow to several times its live objects: 36 kB per connection, not 18. */
export declare function limitHeapGrowth(): void
