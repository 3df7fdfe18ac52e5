/** Schema of pg-boss in the same database. */
export const JOBS_SCHEMA = 'jobs'
